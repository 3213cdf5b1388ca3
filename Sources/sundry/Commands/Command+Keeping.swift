import Foundation
import SundryKit

extension Command {
    /// Looks at the store, or repairs it.
    static let doctor = Command(
        name: "doctor", words: "", count: 0...0, summary: "check the store, and with --repair put right what is wrong",
        details: """
            Checks the file page by page, and whether what is in it makes sense; other programs may
            have it open, and nothing is written. Each thing that is wrong is told in one sentence,
            and the exit code is 1.

            --repair works on a copy, checks that too, and puts it in the place of the store; the
            store as it was is kept beside it, under its name with “.damaged” behind it. Rows on
            pages that cannot be read are taken from the indexes as far as these hold them. Close
            every window of sundry before.

            --json writes an object with the members store, sound, findings, changes, losses and
            kept; findings and changes are arrays of objects with the members kind, entity,
            property, count, sentence and repairable.
            """,
        options: [.repair, .json]
    ) { session in
        let location = try session.place()
        let checkup = try Checkup(of: location)
        guard session.has(.repair), !checkup.isSound else {
            if session.has(.json) { try session.writeJSON(checkup, nil) } else { try session.write(checkup) }
            try session.output.flush()
            guard !checkup.isSound else { return }
            let count = checkup.complaints.count
            throw Problem(
                "\(count) thing\(count == 1 ? " is" : "s are") wrong with “\(checkup.url.path)”: see above what to do.")
        }
        let recovery = try StoreRecovery(of: location)
        if session.has(.json) { try session.writeJSON(checkup, recovery) } else { try session.write(recovery) }
        try session.output.flush()
        guard recovery.kept == nil else { return }
        throw Problem("The store was left as it is, for its copy is no better: restore a backup.")
    }

    /// A copy of the store.
    static let backup = Command(
        name: "backup", words: "FILE", count: 1...1, summary: "copy the lists, as they are now, into FILE",
        details: """
            Other programs may go on saving meanwhile: the copy holds the lists as they were at one
            moment, is checked, and stands under its name whole or not at all. It opens as a store:

              sundry backup ~/lists-$(date +%F).sqlite
              sundry list --store ~/lists-2026-01-31.sqlite

            A file that is there already is not overwritten; with --force another store is.
            """,
        options: [.force]
    ) { session in
        let name = session.words[0]
        guard !name.isEmpty else { throw Problem("The name of the file is empty: name a file.", kind: .usage) }
        let url = URL(fileURLWithPath: name)
        try StoreCopy(of: session.place(), at: url).make(overwriting: session.has(.force))
        try session.output.line(VisibleText.escaped("Copied the lists to “\(url.path)”."))
    }
}

extension Session {
    fileprivate mutating func write(_ checkup: Checkup) throws {
        for complaint in checkup.complaints { try output.line(VisibleText.escaped(complaint.sentence)) }
        guard checkup.isSound else { return }
        let counts = checkup.counts.map {
            ": \(Self.counted($0.lists, "list")), \(Self.counted($0.items, "item")) and \(Self.counted($0.edits, "edit"))"
        }
        try output.line(VisibleText.escaped("“\(checkup.url.path)” is sound\(counts ?? "")."))
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    fileprivate mutating func write(_ recovery: StoreRecovery) throws {
        for change in recovery.changes { try output.line(VisibleText.escaped(change.doneSentence)) }
        for loss in recovery.losses { try output.line(VisibleText.escaped(loss)) }
        for complaint in recovery.remaining { try output.line(VisibleText.escaped("Still so: \(complaint.what).")) }
        guard let kept = recovery.kept else { return }
        try output.line(
            VisibleText.escaped("Repaired “\(recovery.url.path)”; as it was it is kept in “\(kept.path)”."))
    }

    fileprivate mutating func writeJSON(_ checkup: Checkup, _ recovery: StoreRecovery?) throws {
        var json = JSONText()
        json.object { json in
            json.member("store", checkup.url.path)
            json.member("sound", checkup.isSound || recovery?.kept != nil)
            json.array("findings", checkup.complaints) { $0.complaint($1) }
            json.array("changes", recovery?.changes ?? []) { $0.complaint($1) }
            json.member("losses", recovery?.losses ?? [])
            json.member("kept", recovery?.kept?.path)
        }
        json.newline()
        try output.write(json.bytes)
    }
}

extension JSONText {
    fileprivate mutating func complaint(_ complaint: Complaint) {
        object { json in
            json.member("kind", complaint.kind)
            json.member("entity", complaint.entity)
            json.member("property", complaint.property)
            json.member("count", complaint.count)
            json.member("sentence", complaint.sentence)
            json.member("repairable", complaint.remedy != nil)
        }
    }
}
