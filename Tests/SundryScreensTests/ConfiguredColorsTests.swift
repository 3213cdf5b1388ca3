import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@Suite("Colours are those that the user has set")
struct ConfiguredColorsTests {
    @Test("A look is read in words, and told in words")
    func looks() throws {
        for text in [
            "green", "black on yellow", "default on #203040 bold", "dim underline", "bright-red strike", "plain",
        ] {
            #expect(try Look(text).text == text)
        }
        #expect(try Look("BOLD  red") == Look(foreground: .palette(1), attributes: .bold))
        #expect(try Look("default") == Look())
        for text in ["on", "red on", "red green", "red on blue on green", "purple", "red on blue green"] {
            #expect(throws: Problem.self) { try Look(text) }
        }
    }

    @Test("A line that makes no sense is told with its number, and the rest holds")
    func faults() throws {
        let configuration = Configuration(
            "color done = green\ncolor sky = blue\ncolor title = pink\ncolor done = cyan strike\nmouse = maybe\nmouse = no\n"
        )
        let (theme, faults) = Theme.configured(by: configuration)
        #expect(theme[.done] == Look(foreground: .palette(6), attributes: .strike))
        #expect(faults.map(\.line) == [2, 3] && faults[0].reason.contains("title, heading, aside"))
        #expect(configuration.faults.map(\.line) == [5] && !configuration.usesMouse)
        let rows = ConfiguredColors.rows(of: configuration)
        #expect(rows.count == Role.allCases.count)
        #expect(rows.first { $0.name == "done" }?.line == 4 && rows.first { $0.name == "title" }?.look == "bold")
    }
}
