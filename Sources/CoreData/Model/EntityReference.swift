/// A way back to an entity that does not keep it: the entity holds one of these, and empties it when it goes.
///
/// Weak references would do, but to an object that has ever had one Swift counts every reference some ten times slower, and
/// each object that a fetch makes hands its entity to an initialiser. A model is edited by its maker alone, and one in use
/// stays, so that nobody looks while an entity goes.
final class EntityReference {
    unowned(unsafe) var entity: NSEntityDescription?
}
