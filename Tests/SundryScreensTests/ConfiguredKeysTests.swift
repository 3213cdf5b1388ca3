import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@Suite("Keys are those that the user has set")
struct ConfiguredKeysTests {
    @Test("A key that is set is taken from the action that had it, in the same place alone")
    func moved() throws {
        let (keymap, faults) = Keymap.configured(by: Configuration("key tick = d, Ctrl-X\nkey delete = D\n"))
        #expect(faults.isEmpty)
        #expect(keymap.meaning(of: [Key.character("d")], in: .items) == .action(.tick))
        #expect(keymap.meaning(of: [Key.control("x")], in: .items) == .action(.tick))
        #expect(keymap.meaning(of: [Key.character("x")], in: .items) == .nothing)
        #expect(keymap.meaning(of: [Key.character("D")], in: .items) == .action(.delete))
    }

    @Test("An action whose keys are given away says so, also where they could not be pressed any more")
    func givenAway() throws {
        let configuration = Configuration("key tick = g\nkey less = d, Del\n")
        let keymap = Keymap.configured(by: configuration).keymap
        #expect(keymap.meaning(of: [Key.character("g")], in: .items) == .action(.tick))
        #expect(keymap.meaning(of: [Key.character("g"), Key.character("g")], in: .items) == .nothing)
        let rows = ConfiguredKeys.rows(of: configuration)
        func row(_ action: String) -> (String, Int?)? { rows.first { $0.action == action }.map { ($0.keys, $0.line) } }
        #expect(try #require(row("move-to-top")).0 == "Home")
        #expect(try #require(row("delete")) == ("(none: its keys are given to another)", 2))
        #expect(try #require(row("group-by-due")) == ("(none: its keys are given to another)", 1))
    }

    @Test("An action or a key that there is not is told with its line")
    func faults() throws {
        let configuration = Configuration("key frob = x\nkey tick = Hyper-x\nkey add = n\n")
        let (keymap, faults) = Keymap.configured(by: configuration)
        #expect(faults.map(\.line) == [1, 2])
        #expect(keymap.meaning(of: [Key.character("n")], in: .items) == .action(.add))
        #expect(ConfiguredKeys.rows(of: configuration).first { $0.action == "add" }?.line == 3)
    }

    @Test("Two actions never share a key in one place")
    func unambiguous() {
        for area in [
            KeyArea.items, .lists, .help, .prompt, .form, .history, .trash, .shops, .aisles, .page, .importing,
        ] {
            var taken: [[Key]: Action] = [:]
            for binding in Keymap.standard.bindings where !binding.areas.isDisjoint(with: area) {
                for sequence in binding.sequences {
                    #expect(taken[sequence] == nil || taken[sequence] == binding.action, "\(Binding.text(sequence))")
                    taken[sequence] = binding.action
                    for start in taken.keys where start != sequence {
                        #expect(!start.starts(with: sequence) && !sequence.starts(with: start), "\(sequence) \(start)")
                    }
                }
            }
        }
    }
}
