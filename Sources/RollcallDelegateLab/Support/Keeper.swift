/// Holds one object, and releases it at a certain line in every build.
///
/// A local constant does not: an optimised build releases it after its last use.
final class Keeper<Object: AnyObject> {
  private(set) var object: Object?

  init(_ object: Object) { self.object = object }

  @inline(never) func letGo() { object = nil }
}

/// Observes an object without retaining it.
final class Witness {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  /// Whether a weak reference still returns the object.
  var seesIt: Bool { object != nil }
}
