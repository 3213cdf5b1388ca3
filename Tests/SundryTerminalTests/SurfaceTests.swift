import SundryTerminal
import Testing

@Suite("Drawing on a surface")
struct SurfaceTests {
    @Test("Text is clipped to the surface and to its own width")
    func clipping() {
        var surface = Surface(size: Size(width: 6, height: 2))
        #expect(surface.write("potatoes", row: 0, column: 0) == 6)
        #expect(surface.write("potatoes", row: 1, column: 2, width: 3) == 3)
        surface.write("outside", row: 2, column: 0)
        surface.write("outside", row: -1, column: 0)
        surface.write("outside", row: 0, column: 6)
        #expect(surface.lines == ["potat…", "  po…"])
    }

    @Test("Text that just fits is not cut")
    func exactFit() {
        var surface = Surface(size: Size(width: 4, height: 2))
        surface.write("milk", row: 0, column: 0)
        surface.write("牛乳", row: 1, column: 0)
        #expect(surface.lines == ["milk", "牛乳"])
    }

    @Test("Half a wide character that is overwritten leaves a blank, never half a picture")
    func overwritingHalves() {
        var surface = Surface(size: Size(width: 6, height: 1))
        surface.write("牛乳x", row: 0, column: 0)
        surface.write("a", row: 0, column: 1)
        #expect(surface.lines == [" a乳x"])
        surface.write("b", row: 0, column: 2)
        #expect(surface.lines == [" ab x"])
    }

    @Test("A matched part is marked, joined letters in one piece")
    func emphasis() {
        var surface = Surface(size: Size(width: 20, height: 1))
        let text = "牛乳 crème fraîche"
        surface.write(text, row: 0, column: 0, emphasis: text.range(of: "crème"))
        #expect(surface.columns(row: 0, styled: .underline) == [5, 6, 7, 8, 9])
    }

    @Test("One surface is pasted into another, clipped, with its cursor")
    func paste() {
        var inner = Surface(size: Size(width: 4, height: 2))
        inner.write("牛乳", row: 0, column: 0)
        inner.write("milk", row: 1, column: 0, style: .bold)
        inner.cursor = Point(row: 1, column: 0)
        var outer = Surface(size: Size(width: 6, height: 2))
        outer.paste(inner, at: Point(row: 1, column: 3))
        #expect(outer.lines == ["", "   牛"])
        #expect(outer.cursor == Point(row: 2, column: 3))
    }

    @Test("The smallest surface takes anything")
    func tiny() {
        var surface = Surface(size: Size(width: 0, height: 0))
        #expect(surface.size == Size(width: 1, height: 1))
        surface.write("牛", row: 0, column: 0)
        #expect(surface.lines == ["…"])
        surface.fill(row: 0, columns: -3..<9, with: "-")
        surface.decorate(row: 0, columns: -3..<9, with: .reverse)
        #expect(surface.lines == ["-"])
    }
}
