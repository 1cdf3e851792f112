/// Somebody who keeps one object, and lets go of it at a certain line in every build.
///
/// A local constant would not do: an optimised build releases it after its last use.
final class Keeper<Object: AnyObject> {
  private(set) var object: Object?

  init(_ object: Object) { self.object = object }

  @inline(never) func letGo() { object = nil }
}

/// Looks at an object without keeping it.
final class Witness {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  /// Whether a weak reference to it still gives it.
  var seesIt: Bool { object != nil }
}
