import Testing

@testable import SundryTerminal

@Suite("Colours by name, and the nearest of those that a terminal has")
struct ColorTests {
    @Test("Names are read as they are written")
    func names() {
        for name in ["red", "bright-red", "black", "bright-white", "16", "255", "#ff8800", "#000102"] {
            #expect(Color(named: name)?.name == name)
        }
        for name in ["", "256", "-1", "+1", "#ff88", "#ff880g", "#+f8800", "Red", "bright-", "orange"] {
            #expect(Color(named: name) == nil, "\(name)")
        }
    }

    @Test("A palette of 8, 16 or 256 has the nearest, a terminal that takes any the colour itself")
    func nearest() {
        let orange = Color.rgb(255, 135, 0)
        #expect(orange.parameters(isGround: true) == "48;2;255;135;0")
        #expect(orange.number(among: 256) == 208)
        #expect(orange.number(among: 8) == 3)
        #expect(Color.palette(9).number(among: 8) == 1 && Color.palette(9).number(among: 16) == 9)
        #expect(Color.palette(196).number(among: 8) == 1)
        #expect(Color.rgb(10, 10, 10).number(among: 256) == 232)
    }

    @Test("A look that is set takes the place of the usual one, and leaves what other roles bring")
    func looks() {
        var theme = Theme()
        #expect(!theme.hasColors && theme.look(of: .done) == Look(attributes: [.dim, .strike]))
        theme[.done] = Look(foreground: .palette(2))
        #expect(theme.look(of: [.done, .selected]) == Look(foreground: .palette(2), attributes: .reverse))
        theme[.selected] = Look(foreground: .palette(0), background: .palette(3))
        #expect(
            theme.look(of: [.done, .selected, .match])
                == Look(foreground: .palette(0), background: .palette(3), attributes: .underline))
        #expect(theme.grounds.foregrounds.count == 3 && theme.grounds.backgrounds.count == 2)
    }
}
