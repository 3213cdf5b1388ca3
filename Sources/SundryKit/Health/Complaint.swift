import CoreData

/// Something that is wrong with a store of lists, in the user's words.
public struct Complaint: Sendable, Equatable {
    /// What sort of thing is wrong, for programs.
    public let kind: String
    /// The entity and property of the model that are concerned.
    public let entity: String?
    /// The attribute or relationship of it.
    public let property: String?
    /// How many of them.
    public let count: Int
    /// What is wrong, without a full stop.
    public let what: String
    /// What repairing does about it; nil where it does nothing.
    public let remedy: String?
    /// The same once it is done.
    public let done: String?

    /// What is wrong and what to do, in one sentence.
    public var sentence: String {
        guard let remedy else { return "\(what)." }
        return "\(what): sundry doctor --repair \(remedy)."
    }

    /// What was wrong and what was done, in one sentence.
    public var doneSentence: String { "\(what): \(done ?? "left as it is")." }

    init(
        kind: String, entity: String? = nil, property: String? = nil, count: Int, what: String, remedy: String?,
        done: String?
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.count = count
        self.what = what
        self.remedy = remedy
        self.done = done
    }
}

extension Complaint {
    /// What Core Data found, in the user's words.
    init(_ finding: StoreFinding) {
        let words = Words(finding)
        self.init(
            kind: finding.kind.rawValue, entity: finding.entity, property: finding.property, count: finding.count,
            what: words.what, remedy: finding.isRepairable ? words.remedy : nil,
            done: finding.isRepairable ? words.done : nil)
    }

    private struct Words {
        let what: String
        let remedy: String
        let done: String

        init(_ what: String, _ remedy: String, _ done: String) {
            self.what = what
            self.remedy = remedy
            self.done = done
        }

        init(_ finding: StoreFinding) {
            let some = Noun(finding.entity).counted(finding.count)
            let all = Noun(finding.entity).plural
            let property = Complaint.word(for: finding.property)
            let isOne = finding.count == 1
            let have = isOne ? "has" : "have"
            let them = isOne ? "it" : "them"
            self =
                switch finding.kind {
                case .damagedPages:
                    Words(
                        finding.entity == nil
                            ? "Pages of the file are damaged" : "Pages that hold \(all) are damaged",
                        "takes over all that can be read", "all that could be read was taken over")
                case .damagedIndex:
                    Words("An index of \(all) is damaged, so that searches miss some", "makes it anew", "made anew")
                case .missingIndex:
                    Words("The index \(finding.entity ?? "") is missing", "makes it", "made")
                case .missingTable:
                    Words("The table or column \(finding.entity ?? "") is missing", "makes it, empty", "made, empty")
                case .unreadableMetadata:
                    Words("The store’s description of itself cannot be read", "writes it anew", "written anew")
                case .wrongHashes:
                    Words("The store’s description of itself contradicts itself", "sets it right", "set right")
                case .unreadableModel:
                    Words("The model kept in the store cannot be read", "writes it anew", "written anew")
                case .unknownModel:
                    Words(
                        "The store was made by another version of sundry, or by another program, and cannot be looked into: update sundry",
                        "", "")
                case .unnumberedEntity:
                    Words("The store’s register lacks \(all), or has them wrong", "enters them", "entered")
                case .lowHighestKey:
                    Words(
                        "The counter of \(all) is behind, so that nothing can be added", "sets it right", "set right")
                case .foreignRow:
                    Words(
                        "\(finding.count) row\(isOne ? "" : "s") among the \(all) \(isOne ? "is" : "are") not of that kind",
                        "makes \(them) so", "made so")
                case .unversionedRow:
                    Words("\(some) \(have) no version, so that edits fail", "gives \(them) one", "given one")
                case .wrongValue:
                    Words(
                        "\(some) \(have) a \(property) that is none", "makes one of it, or takes it away",
                        "made one, or taken away")
                case .missingValue:
                    Words("\(some) \(have) no \(property)", "puts in a stand-in", "a stand-in was put in")
                case .missingDestination: Words("\(some) \(have) no \(property)", "", "")
                case .danglingKey where finding.entity == "Item" && finding.property == "list":
                    Words(
                        "\(some) \(isOne ? "belongs" : "belong") to a list that is not there",
                        "puts \(them) into “\(HouseRule.foundAgain)”", "taken out of it")
                case .danglingKey:
                    Words(
                        "\(some) \(isOne ? "belongs" : "belong") to a \(property) that is not there",
                        "takes \(them) out of it", "taken out of it")
                case .wrongDestinationEntity:
                    Words("\(some) \(have) a \(property) of the wrong kind", "sets that right", "set right")
                case .oneSidedRelationship:
                    Words("\(some) \(have) a \(property) that has another one", "parts \(them)", "parted")
                case .danglingPair:
                    Words(
                        "\(finding.count) link\(isOne ? "" : "s") between \(all) and \(property) lead\(isOne ? "s" : "") nowhere",
                        "removes \(them)", "removed")
                case .unorderedMembers:
                    Words(
                        "\(finding.count) of the \(property) of \(all) \(have) no place of \(isOne ? "its" : "their") own",
                        "numbers them anew", "numbered anew")
                case .duplicate where finding.property == "identifier":
                    Words(
                        "\(some) \(have) the identifier of another",
                        "gives \(them) \(isOne ? "a new one" : "new ones")",
                        "given \(isOne ? "a new one" : "new ones")")
                case .duplicate:
                    Words("\(some) \(have) the \(property) of another", "adds a number to it", "a number was added")
                case .brokenHistory:
                    Words(
                        "\(finding.count) row\(isOne ? "" : "s") of the history tell\(isOne ? "s" : "") of what is not there",
                        "removes \(them)", "removed")
                case .missingFile:
                    Words("The files of \(some) are missing", "forgets them", "forgotten")
                case .surplusFile:
                    Words(
                        "\(finding.count) file\(isOne ? "" : "s") beside the store belong\(isOne ? "s" : "") to nothing",
                        "removes \(them)", "removed")
                }
        }
    }

    /// What a property is called where people read it.
    private static func word(for property: String?) -> String {
        switch property {
        case "foldedName"?: "name"
        case "createdAt"?, "timestamp"?: "time"
        case "isDone"?, "completedAt"?: "tick"
        case "changes"?: "record"
        case let name?: name
        case nil: "value"
        }
    }
}

/// What the objects of an entity are called.
struct Noun {
    let singular: String
    let plural: String

    init(_ entity: String?) {
        (singular, plural) =
            switch entity {
            case "Item"?: ("item", "items")
            case "ItemList"?: ("list", "lists")
            case "Category"?: ("category", "categories")
            case "Edit"?: ("entry of the journal", "entries of the journal")
            case "CHANGE"?, "TRANSACTION"?, "TRANSACTIONSTRING"?, "ACHANGE"?, "ATRANSACTION"?, "ATRANSACTIONSTRING"?:
                ("row of the history", "rows of the history")
            case "Aisle"?, "Product"?, "Shop"?, "Tag"?: (entity?.lowercased() ?? "", (entity?.lowercased() ?? "") + "s")
            case let name?: ("row of \(name)", "rows of \(name)")
            case nil: ("row", "rows")
            }
    }

    func counted(_ count: Int) -> String { count == 1 ? "1 \(singular)" : "\(count) \(plural)" }
}
