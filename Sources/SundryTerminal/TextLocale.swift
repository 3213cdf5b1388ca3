import Foundation
import SundryC

/// The locale of characters (LC_CTYPE), by which the C library measures and encodes them: always one of UTF-8.
public enum TextLocale {
    /// What became of the user's wish.
    public enum Outcome: Sendable, Equatable {
        /// The locale of the environment is one of UTF-8 (or asks for nothing), and is in use.
        case asAsked
        /// The locale of this name is not installed, or not of UTF-8; UTF-8 is used all the same.
        case replaced(String)
        /// The machine knows no locale of UTF-8 at all.
        case missing
    }

    /// Installs the locale once a process; later calls only tell the outcome.
    public static let outcome: Outcome = install()

    private static func install() -> Outcome {
        if setlocale(LC_CTYPE, "") != nil, isUTF8 { return .asAsked }
        let asked = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first
        // wcwidth answers -1 to all but ASCII in the C locale, so that is never kept.
        let known: [String] = ["C.UTF-8", "C.utf8", "en_US.UTF-8"]
        let found = known.contains { setlocale(LC_CTYPE, $0) != nil && isUTF8 }
        guard found else { return .missing }
        guard let asked, asked != "C", asked != "POSIX" else { return .asAsked }
        return .replaced(asked)
    }

    private static var isUTF8: Bool {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
        return String(cString: name) == "UTF-8"
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
