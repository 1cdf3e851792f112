/// What a reference to a delegate does about the delegate's life. Later versions may know more policies.
///
/// | Policy | Keeps the delegate | Reading after its death |
/// |-|-|-|
/// | `weak` | no | `nil` |
/// | `unowned` | no | ends the program, in every build |
/// | `unownedUnsafe` | no | undefined: a stale object, another one, garbage, or a crash |
/// | `strong` | until it is cleared | can't happen |
/// | `strongUntilInvalidated` | until it is invalidated | can't happen |
public struct DelegatePolicy: Hashable, Sendable, CustomStringConvertible, CaseIterable {
  /// The kinds of references there are; a policy is public and open, this is neither.
  enum Kind: Sendable {
    case weak
    case unowned
    case unownedUnsafe
    case strong
    case strongUntilInvalidated
  }

  let kind: Kind
  /// Its name, as Swift spells it where Swift has a word for it: `unowned(unsafe)`.
  public let name: String
  /// Whether a reference of this policy keeps its delegate alive.
  public let keepsDelegate: Bool
  /// What reading a reference gives after its delegate has died, completing "Reading it …".
  public let readingAfterDeath: String

  /// The name.
  public var description: String { name }

  /// Whether a reference of this policy may point to a delegate that has died.
  var mayDangle: Bool { kind == .unowned || kind == .unownedUnsafe }
  /// Keeps nobody alive, and is `nil` from the moment at which the delegate begins to die. What a delegate should be.
  public static let weak = DelegatePolicy(
    kind: .weak, name: "weak", keepsDelegate: false, readingAfterDeath: "gives nil")

  /// Keeps nobody alive, and trusts that the delegate outlives the reference: reading it later ends the program. The
  /// dead delegate's memory is kept until the reference goes.
  public static let unowned = DelegatePolicy(
    kind: .unowned, name: "unowned", keepsDelegate: false, readingAfterDeath: "ends the program")

  /// Keeps nobody alive, and is never checked: after the delegate's death the reference still has the old address, and
  /// what reading it does is undefined. Objective-C's `assign`; a delegate sets it to nil in its `deinit`.
  @unsafe public static let unownedUnsafe = DelegatePolicy(
    kind: .unownedUnsafe, name: "unowned(unsafe)", keepsDelegate: false, readingAfterDeath: "is undefined")

  /// Keeps the delegate alive for as long as the reference is set. When the delegate holds whoever has the reference,
  /// neither dies before somebody clears it.
  public static let strong = DelegatePolicy(
    kind: .strong, name: "strong", keepsDelegate: true, readingAfterDeath: "can't happen")

  /// Keeps the delegate alive until after it was sent the message that it has become invalid: first invalid, then the
  /// message, then the release. What a `URLSession` does; who forgets to invalidate leaks by contract.
  public static let strongUntilInvalidated = DelegatePolicy(
    kind: .strongUntilInvalidated, name: "strong until invalidated", keepsDelegate: true,
    readingAfterDeath: "can't happen")

  /// The policies that this version knows, the most careful first.
  public static let allCases: [DelegatePolicy] = unsafe [
    .weak, .unowned, .unownedUnsafe, .strong, .strongUntilInvalidated,
  ]
}
