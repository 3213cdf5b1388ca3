import CoreDataModelCompiler
import Foundation
import Testing

@Suite("A model that is wrong") struct ModelErrorTests {
    /// The error that a model of those lines is rejected with, without the path.
    private func complaint(about lines: [String]) throws -> String {
        try Fixtures.withModel(lines.joined(separator: "\n")) { path in
            let error = #expect(throws: ModelError.self) { try ModelCompiler(path: path).sources(module: "Module") }
            return error.map { "\($0.line): \($0.sentence)" } ?? ""
        }
    }

    private func complaint(inside entity: String...) throws -> String {
        try complaint(
            about: ["<model>", "<entity name=\"Item\" representedClassName=\"Item\" codeGenerationType=\"class\">"]
                + entity
                + ["</entity>", "<entity name=\"Other\"/>", "</model>"])
    }

    @Test("in its XML is told with the line") func malformed() throws {
        #expect(try complaint(about: ["<model>", "<entity name=\"A\">", "</model>"]).hasPrefix("3: malformed XML: "))
        #expect(
            try complaint(about: ["<model>", "<entity name=A/>"]).hasPrefix("2: malformed XML: an attribute value"))
        #expect(try complaint(about: ["<model>", "<entity name=\"A\"/>"]).contains("malformed XML: the file ends"))
        #expect(try complaint(about: [""]) == "1: malformed XML: the file is empty")
        #expect(try complaint(about: ["<plist/>"]) == "1: a data model begins with <model>, not <plist>")
    }

    @Test("in an attribute is told with the line") func attributes() throws {
        #expect(
            try complaint(inside: "<attribute name=\"a\" attributeType=\"Quaternion\"/>")
                == "3: the attribute type 'Quaternion' of 'a' is unknown")
        #expect(
            try complaint(inside: "<attribute name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"70000\"/>")
                == "3: defaultValueString '70000' is no value of type Integer 16")
        #expect(
            try complaint(inside: "<attribute name=\"a\" attributeType=\"String\"/>", "<attribute name=\"a\"/>")
                .hasPrefix("4: two properties of entity 'Item' are named 'a'; the first is on line 3"))
        #expect(try complaint(inside: "<attribute attributeType=\"String\"/>") == "3: <attribute> has no name")
        #expect(
            try complaint(inside: "", "<attribute name=\"a\" optional=\"MAYBE\" attributeType=\"String\"/>")
                == "4: optional is YES or NO, not 'MAYBE'")
        #expect(
            try complaint(inside: "<attribute name=\"a\" attributeType=\"String\" regularExpressionString=\"[\"/>")
                == "3: '[' of attribute 'a' is no regular expression")
        #expect(
            try complaint(inside: "<attribute name=\"a\" attributeType=\"Composite\" composite=\"Place\"/>")
                == "3: the composite 'Place' of attribute 'a' is unknown")
        #expect(
            try complaint(
                inside: "<attribute name=\"a\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"b +\"/>"
            )
            .hasPrefix("3: the derivation of attribute 'a', 'b +', cannot be read: "))
        #expect(
            try complaint(inside: "<attribute name=\"objectID\" attributeType=\"String\"/>")
                == "3: 'objectID' of entity 'Item' is a member of NSManagedObject already")
    }

    @Test("in a relationship is told with the line") func relationships() throws {
        #expect(
            try complaint(inside: "<relationship name=\"r\" destinationEntity=\"Nowhere\"/>")
                == "3: the destination 'Nowhere' of relationship 'r' is unknown")
        #expect(
            try complaint(inside: "<relationship name=\"r\" destinationEntity=\"Other\" inverseName=\"back\"/>")
                == "3: the inverse 'back' of relationship 'r' is unknown in entity 'Other'")
        #expect(
            try complaint(inside: "<relationship name=\"r\" destinationEntity=\"Other\" deletionRule=\"Perhaps\"/>")
                == "3: deletionRule is 'No Action', 'Nullify', 'Cascade' or 'Deny', not 'Perhaps'")
    }

    @Test("in an entity is told with the line") func entities() throws {
        #expect(
            try complaint(about: ["<model>", "<entity name=\"A\"/>", "<entity name=\"A\"/>", "</model>"])
                == "3: two entities are named 'A'; the first is on line 2")
        #expect(
            try complaint(about: ["<model>", "<entity name=\"A\" parentEntity=\"B\"/>", "</model>"])
                == "2: the parent 'B' of entity 'A' is unknown")
        #expect(
            try complaint(about: [
                "<model>", "<entity name=\"A\" parentEntity=\"B\"/>", "<entity name=\"B\" parentEntity=\"A\"/>",
                "</model>",
            ]) == "2: entity 'A' is its own ancestor")
        #expect(
            try complaint(about: ["<model>", "<entity name=\"A\" codeGenerationType=\"magic\"/>", "</model>"])
                == "2: codeGenerationType is 'class', 'category' or missing, not 'magic'")
        #expect(
            try complaint(about: [
                "<model>", "<entity name=\"A\"/>", "<fetchRequest name=\"f\" entity=\"A\" predicateString=\"a ==\"/>",
                "</model>",
            ]).hasPrefix("3: the predicate of fetch request 'f', 'a ==', cannot be read: "))
    }

    @Test("on disk is told by its path") func files() throws {
        try Fixtures.withFolder { folder in
            let missing = folder.appendingPathComponent("None.xcdatamodeld").path
            #expect(throws: ModelError(file: missing, line: 1, sentence: "there is no such file")) {
                try ModelCompiler(path: missing)
            }
            let empty = folder.appendingPathComponent("Empty.xcdatamodeld")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            #expect(
                throws: ModelError(
                    file: empty.path, line: 1, sentence: "the model has no version, no .xcdatamodel folder")
            ) { try ModelCompiler(path: empty.path) }
            let version = empty.appendingPathComponent("Empty.xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            #expect(
                throws: ModelError(
                    file: version.path + "/contents", line: 1, sentence: "the version 'Empty' has no contents file")
            ) { try ModelCompiler(path: empty.path) }
        }
    }

    @Test("makes the tool print file and line and exit with 1") func tool() throws {
        try Fixtures.withModel("<model>\n<entity/>\n</model>") { path in
            #expect(CommandLineTool.run([path]) == 1)
            #expect(CommandLineTool.run([path, "--nonsense"]) == 2)
            #expect(CommandLineTool.run([]) == 2)
        }
        #expect(
            ModelError(file: "A/contents", line: 7, sentence: "wrong").description == "A/contents:7: error: wrong")
    }
}
