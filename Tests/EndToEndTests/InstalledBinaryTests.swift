import Foundation
import Testing

extension EndToEnd {
    /// The binary that `make install` leaves.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["SUNDRY_BINARY"] != nil, "make test installs the binary"))
    struct InstalledBinaryTests {
        @Test func `asks only for libraries of a Debian without Swift`() throws {
            let home = try Home()
            let result = try Program.run("/usr/bin/ldd", [Program.sundry], environment: home.environment)
            let allowed: Set = [
                "linux-vdso", "ld-linux-x86-64", "ld-linux-aarch64", "libc", "libm", "libdl", "libpthread", "librt",
                "libutil",
                "libgcc_s", "libncursesw", "libtinfo", "libsqlite3", "libz", "libmd",
            ]
            let libraries = result.output.split(separator: "\n").compactMap { line in
                line.split(whereSeparator: \.isWhitespace).first?.split(separator: "/").last.map(String.init)
            }
            #expect(result.status == 0 && libraries.count > 5)
            for library in libraries {
                #expect(allowed.contains(library.replacing(/\.so.*/, with: "")), "\(library) is not on every Debian")
            }
            #expect(!result.output.contains("not found"))
        }

        @Test func `has its manual page and completions beside it, as it prints them`() throws {
            let home = try Home()
            let prefix = URL(fileURLWithPath: Program.sundry).deletingLastPathComponent().deletingLastPathComponent()
            for (file, arguments) in [
                ("man/man1/sundry.1", ["help", "--man"]),
                ("bash-completion/completions/sundry", ["completions", "bash"]),
                ("zsh/site-functions/_sundry", ["completions", "zsh"]),
                ("fish/vendor_completions.d/sundry.fish", ["completions", "fish"]),
            ] {
                let installed = try String(
                    contentsOf: prefix.appendingPathComponent("share/\(file)"), encoding: .utf8)
                #expect(
                    try installed == Program.run(Program.sundry, arguments, environment: home.environment).output,
                    "\(file)")
            }
        }

        @Test func `runs with a bare environment`() throws {
            let home = try Home()
            let result = try Program.run(
                Program.sundry, ["add", "2 l milk", "--store", home.folder.appendingPathComponent("bare.sqlite").path],
                environment: [:])
            #expect(result.status == 0, "\(result.errors)")
            let list = try Program.run(
                Program.sundry, ["list", "--store", home.folder.appendingPathComponent("bare.sqlite").path],
                environment: [:])
            #expect(list.output.contains("milk"))
        }
    }
}
