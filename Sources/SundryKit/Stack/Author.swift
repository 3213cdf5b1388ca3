/// Who makes an edit. Stands in the journal and in the persistent history.
public enum Author: String, Sendable {
    /// The full screen.
    case window
    /// A command of the shell.
    case shell
    /// An import running in the background.
    case bulk = "import"
}
