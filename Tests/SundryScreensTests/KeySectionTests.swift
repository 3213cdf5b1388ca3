import Testing

@testable import SundryScreens

@Suite("The manual's key sections are the keymap")
struct KeySectionTests {
    @Test("Every binding stands in one of them, once, under the places where it works")
    func allBindings() throws {
        let bindings = Keymap.standard.bindings
        #expect(KeySection.all.reduce(0) { $0 + $1.rows.count } == bindings.count)
        for binding in bindings {
            let keys = binding.sequences.map(Binding.text).joined(separator: ", ")
            let places = KeySection.all.filter { section in
                section.rows.contains { $0.keys == keys && $0.help == binding.help }
            }
            #expect(!places.isEmpty, "\(keys)")
        }
        #expect(KeySection.all.map(\.title).contains("Items and lists"))
        #expect(Set(KeySection.all.map(\.title)).count == KeySection.all.count)
    }
}
