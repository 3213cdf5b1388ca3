import CoreDataC

/// The values of the row a statement stands before, for loops over many rows.
///
/// `sqlite3_column_…` looks up the statement and the column again for every value, which comes to more than reading it. The
/// values of a row lie one behind the other, so one look-up a row is enough. SQLite does not promise that: `Layout` looks
/// at the first row of each run, and where it finds anything else each value is looked up. The values are for the thread
/// that steps the statement, and until its next step.
@frozen
public struct RowValues {
    /// How far the values of a row lie apart.
    @frozen
    public struct Layout {
        @usableFromInline let statement: OpaquePointer
        /// Bytes from one value to the next, 0 where they do not follow each other evenly.
        @usableFromInline let stride: Int

        /// The layout of the rows of a statement that stands before one.
        public init(_ statement: Statement) {
            self.statement = statement.handle
            let values = (0..<Int32(statement.columnCount)).map { column in
                Int(bitPattern: sqlite3_column_value(statement.handle, column))
            }
            let stride = values.count > 1 ? values[1] - values[0] : 0
            let isEven = values.indices.allSatisfy { values[$0] == values[0] + $0 * stride }
            self.stride = isEven ? stride : 0
        }
    }

    @usableFromInline let layout: Layout
    @usableFromInline let first: OpaquePointer?

    /// The present row of the layout's statement.
    @inlinable
    @inline(__always)
    public init(_ layout: Layout) {
        self.layout = layout
        first = sqlite3_column_value(layout.statement, 0)
    }

    @inlinable
    @inline(__always)
    func value(_ column: Int32) -> OpaquePointer? {
        guard layout.stride != 0 else { return sqlite3_column_value(layout.statement, column) }
        return OpaquePointer(bitPattern: Int(bitPattern: first) &+ Int(column) &* layout.stride)
    }

    /// Whether the column is NULL.
    @inlinable
    @inline(__always)
    public func isNull(_ column: Int32) -> Bool { sqlite3_value_type(value(column)) == SQLITE_NULL }

    /// Whether the column is a double.
    @inlinable
    @inline(__always)
    public func isReal(_ column: Int32) -> Bool { sqlite3_value_type(value(column)) == SQLITE_FLOAT }

    /// The column as an integer, 0 for NULL.
    @inlinable
    @inline(__always)
    public func integer(_ column: Int32) -> Int64 { sqlite3_value_int64(value(column)) }

    /// The column as a double, 0 for NULL, whatever its storage class.
    @inlinable
    @inline(__always)
    public func real(_ column: Int32) -> Double { sqlite3_value_double(value(column)) }

    /// The UTF-8 bytes of the column, nil for NULL.
    @inlinable
    @inline(__always)
    public func text(_ column: Int32) -> UnsafeRawBufferPointer? {
        let value = value(column)
        guard let base = sqlite3_value_text(value) else { return nil }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
    }

    /// The bytes of the column, nil for NULL.
    @inlinable
    @inline(__always)
    public func blob(_ column: Int32) -> UnsafeRawBufferPointer? {
        let value = value(column)
        guard let base = sqlite3_value_blob(value) else {
            return isNull(column) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
    }
}
