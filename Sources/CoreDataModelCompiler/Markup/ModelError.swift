/// What is wrong with a model file, and where: the first thing a build shows.
public struct ModelError: Error, Equatable, CustomStringConvertible {
    /// The path of the file, as it was given.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// One sentence, without a full stop.
    public let sentence: String

    /// The form that build systems and editors recognise: `FILE:LINE: error: SENTENCE`.
    public var description: String { "\(file):\(line): error: \(sentence)" }
}
