import CoreData
import Foundation
import SundryKit
import Testing

/// The config file: what is right in it holds, what is wrong is told with its line.
@Suite struct ConfigurationTests {
    @Test func `each setting is read, remarks and blank lines are not`() {
        let configuration = Configuration(
            "# mine\n\n list = Groceries \ncurrency=chf\ndate = %d.%m.\nfirst-weekday = sunday\nkey tick = t, Ctrl-X\n")
        #expect(configuration.faults.isEmpty)
        #expect(configuration.list == "Groceries" && configuration.currency == "CHF" && configuration.date == "%d.%m.")
        #expect(configuration.firstWeekday == 6)
        #expect(configuration.keys.map(\.action) == ["tick"] && configuration.keys[0].keys == ["t", "Ctrl-X"])
        #expect(configuration.lines == ["list": 3, "currency": 4, "date": 5, "first-weekday": 6])
    }

    @Test func `a wrong line is told with its number, and the rest holds`() {
        let configuration = Configuration(
            "list\ncolour = red\ncurrency = euros\r\nlist = Home\ndate = today\nkey = x\nfirst-weekday = x\nkey tick =\n"
        )
        #expect(configuration.list == "Home")
        #expect(configuration.faults.map(\.line) == [1, 2, 3, 5, 6, 7, 8])
        #expect(configuration.faults[0].words == "line 1: there is no “=” in it")
    }

    @Test func `signs that several currencies share mean the one that is set`() {
        var customs = EntryCustoms()
        #expect(QuickEntry("milk $2", customs: customs).price?.currency == "USD")
        customs.pay(in: "CAD")
        #expect(QuickEntry("milk $2", customs: customs).price?.currency == "CAD" && customs.currency == "CAD")
        customs.pay(in: "NOK")
        #expect(QuickEntry("milk 20 kr", customs: customs).price?.currency == "NOK")
        #expect(QuickEntry("milk $2", customs: customs).price?.currency == "CAD")
        customs.pay(in: "CNY")
        #expect(QuickEntry("milk ¥20", customs: customs).price?.currency == "CNY")
        customs.pay(in: "EUR")
        #expect(QuickEntry("milk 20 kr", customs: customs).price?.currency == "NOK" && customs.currency == "EUR")
    }

    @Test func `what cannot be read changes nothing`() throws {
        let folder = try TemporaryFolder()
        #expect(Configuration(at: folder.url.appendingPathComponent("none")).faults.isEmpty)
        let binary = folder.url.appendingPathComponent("config")
        try Data([0xFF, 0xFE, 0x00]).write(to: binary)
        #expect(Configuration(at: binary).faults.map(\.line) == [0])
        #expect(Configuration(at: folder.url).faults.count == 1)
    }

    @Test func `the file stands where XDG_CONFIG_HOME says, else in the home folder`() {
        #expect(Configuration.url(environment: ["XDG_CONFIG_HOME": "/x", "HOME": "/h"]).path == "/x/sundry/config")
        #expect(
            Configuration.url(environment: ["XDG_CONFIG_HOME": "x", "HOME": "/h"]).path == "/h/.config/sundry/config")
    }
}
