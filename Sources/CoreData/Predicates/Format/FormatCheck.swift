/// Tells what is wrong with a format string without ending the program, for tools that read formats from files.
@_spi(ModelCompiler) public enum FormatCheck {
    /// Why the text is no predicate format; nil where it is one.
    public static func problem(inPredicate format: String) -> String? {
        problem { _ = try PredicateParser.predicate(format, []) }
    }

    /// Why the text is no expression format; nil where it is one.
    public static func problem(inExpression format: String) -> String? {
        problem { _ = try PredicateParser.expression(format, []) }
    }

    private static func problem(_ parse: () throws -> Void) -> String? {
        do {
            try parse()
            return nil
        } catch let error as PredicateFormatError {
            return error.place
        } catch {
            return error.localizedDescription
        }
    }
}
