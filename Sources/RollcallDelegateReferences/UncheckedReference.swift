/// A reference that is never checked: after its object's death it still has the old address.
///
/// Setting it is sound, because that does not touch the old object. Reading it is sound while the object lives; the
/// code that reads vouches for that with `unsafe`, where it chooses `unownedUnsafe` or reads the `delegate` of a host.
struct UncheckedReference {
  @safe unowned(unsafe) var object: AnyObject?
}
