/// Ends the program where Apple raises an Objective-C exception: a mistake of the programmer, not of the user.
///
/// `name` is the exception's name on Apple's platforms (`NSInvalidArgumentException` …), `reason` its reason text.
func raise(_ name: String, _ reason: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError("\(name): \(reason)", file: file, line: line)
}
