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
