/// What is wrong with a model file, and where: the first thing a build shows.
public struct ModelError: Error, Equatable, CustomStringConvertible {
    /// The path of the file, as it was given.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// One sentence, without a full stop.
    public let sentence: String

    /// An error in a file.
    public init(file: String, line: Int, sentence: String) {
        self.file = file
        self.line = line
        self.sentence = sentence
    }

    /// The form that build systems and editors recognise: `FILE:LINE: error: SENTENCE`.
    public var description: String { "\(file):\(line): error: \(sentence)" }
}
