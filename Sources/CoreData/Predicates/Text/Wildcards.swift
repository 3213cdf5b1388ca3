/// A pattern of LIKE: literal characters, `?` for one and `*` for any number of characters.
struct Wildcards: Sendable {
    private enum Step: Sendable, Equatable {
        case character(Character)
        case anyCharacter
        case anyText
    }

    private let steps: [Step]

    /// Reads a pattern that is folded already; a backslash takes the next character literally.
    init(_ pattern: String) {
        var steps: [Step] = []
        var isEscaped = false
        for character in pattern {
            switch character {
            case _ where isEscaped:
                steps.append(.character(character))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": steps.append(.anyCharacter)
            case "*": if steps.last != .anyText { steps.append(.anyText) }
            default: steps.append(.character(character))
            }
        }
        if isEscaped { steps.append(.character("\\")) }
        self.steps = steps
    }

    /// Matches ASCII bytes in place.
    func matches(ascii text: UnsafeBufferPointer<UInt8>, _ folding: TextFolding) -> Bool {
        matches(count: text.count) { index, character in
            character.asciiValue == folding.fold(text[index])
        }
    }

    /// Matches a folded string character by character.
    func matches(_ text: String) -> Bool {
        let characters = Array(text)
        return matches(count: characters.count) { characters[$0] == $1 }
    }

    /// Goes through text and steps once, returning to the last `*` after a mismatch.
    private func matches(count: Int, isEqual: (Int, Character) -> Bool) -> Bool {
        var position = 0
        var step = 0
        var retry: (step: Int, position: Int)?
        while position < count {
            if step < steps.count {
                switch steps[step] {
                case .anyText:
                    retry = (step, position)
                    step += 1
                    continue
                case .anyCharacter:
                    step += 1
                    position += 1
                    continue
                case .character(let character):
                    if isEqual(position, character) {
                        step += 1
                        position += 1
                        continue
                    }
                }
            }
            guard let last = retry else { return false }
            retry = (last.step, last.position + 1)
            step = last.step + 1
            position = last.position + 1
        }
        return steps[step...].allSatisfy { $0 == .anyText }
    }
}
