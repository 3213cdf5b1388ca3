/// Index paths of two steps, as lists with sections use them.
extension IndexPath {
    /// A path to an item of a section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// A path to a row of a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The section's index.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The item's index in its section.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The row's index in its section.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
