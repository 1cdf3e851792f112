/// A reference that is never checked: after its object's death it still has the old address.
///
/// Setting it is sound, because that does not touch the old object. Reading it is sound while the object lives; the
/// code that reads vouches for that with `unsafe`, where it chooses `unownedUnsafe` or reads the `delegate` of a host.
struct UncheckedReference {
  @safe unowned(unsafe) var object: AnyObject?
}

extension DelegatePolicy: CaseIterable {
  /// Does not keep the delegate alive, and is never checked: after the delegate's death the reference still has the old
  /// address, and reading it is undefined. This is Objective-C's `assign`. A delegate sets the reference to `nil` in
  /// its `deinit`. Choosing it requires `unsafe` in the source; all other policies are checked.
  @unsafe public static let unownedUnsafe = DelegatePolicy(
    kind: .unownedUnsafe, name: "unowned(unsafe)", keepsDelegate: false, readingAfterDeath: "is undefined")

  /// The policies that this version has, the safest first.
  public static let allCases: [DelegatePolicy] = unsafe [
    .weak, .unowned, .unownedUnsafe, .strong, .strongUntilInvalidated,
  ]
}

extension ApplicationHost {
  /// The delegate; any object. Its slot is `unowned(unsafe)`.
  ///
  /// ```swift
  /// let host = ApplicationHost(name: "Storefront", journal: composite.journal)
  /// unsafe host.delegate = composite             // retained: it is the first
  /// unsafe host.delegate = another               // the composite is released; keep `another` yourself
  /// ```
  ///
  /// Setting it fills the slot first. If the host still retains the very first delegate, it then releases that one,
  /// which dies before the assignment returns unless other code holds it. Assigning the delegate that is already in the
  /// slot changes nothing.
  ///
  /// Reading it is safe while the delegate lives, which is certain only for `retainedDelegate`. After the delegate's
  /// death, reading is **undefined**: the slot is neither cleared nor checked.
  @unsafe public final var delegate: AnyObject? {
    get { slot.object }
    set { assign(newValue) }
  }
}
