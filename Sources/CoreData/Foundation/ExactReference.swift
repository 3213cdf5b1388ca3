/// The reference inside a value whose dynamic type is exactly that class, nil for any other value.
///
/// `as?` answers the same for final classes; but from `Any` it goes through the runtime's general cast, at some 50 ns, and
/// hash tables compare their keys through `isEqual(_: Any?)`.
///
/// Unmanaged: it is mostly compared.
@inline(__always)
func reference<Reference: AnyObject>(in value: Any, exactly type: Reference.Type) -> Unmanaged<Reference>? {
    guard Swift.type(of: value) == type else { return nil }
    return withUnsafeBytes(of: value) {
        // The type is a class's, so the existential holds a reference, which `value` keeps alive.
        $0.load(as: Unmanaged<Reference>.self)
    }
}
