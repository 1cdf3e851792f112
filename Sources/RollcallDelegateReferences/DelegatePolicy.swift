/// How a reference to a delegate treats the delegate's life. Later versions may add policies.
///
/// | Policy | Keeps the delegate | Reading after its death |
/// |-|-|-|
/// | `weak` | no | `nil` |
/// | `unowned` | no | ends the program, in every build |
/// | `unownedUnsafe` | no | undefined: a stale object, another one, garbage, or a crash |
/// | `strong` | until it is cleared | can't happen |
/// | `strongUntilInvalidated` | until it is invalidated | can't happen |
public struct DelegatePolicy: Hashable, Sendable, CustomStringConvertible, CaseIterable {
  /// The kinds of reference. Unlike the policy, this is a closed, internal enumeration.
  enum Kind: Sendable {
    case weak
    case unowned
    case unownedUnsafe
    case strong
    case strongUntilInvalidated
  }

  let kind: Kind
  /// The policy's name, in Swift's spelling where there is one: `unowned(unsafe)`.
  public let name: String
  /// Whether a reference with this policy keeps its delegate alive.
  public let keepsDelegate: Bool
  /// The result of reading a reference after its delegate has died, as the end of a sentence that begins "Reading it
  /// …".
  public let readingAfterDeath: String

  /// The policy's name.
  public var description: String { name }

  /// Whether a reference with this policy can point to a delegate that has died.
  var mayDangle: Bool { kind == .unowned || kind == .unownedUnsafe }
  /// Does not keep the delegate alive, and is `nil` from the moment the delegate begins to die. The right choice for
  /// most delegates.
  public static let weak = DelegatePolicy(
    kind: .weak, name: "weak", keepsDelegate: false, readingAfterDeath: "gives nil")

  /// Does not keep the delegate alive, and relies on the delegate outliving the reference: reading it later ends the
  /// program. The memory of a dead Swift object is kept until the reference goes.
  public static let unowned = DelegatePolicy(
    kind: .unowned, name: "unowned", keepsDelegate: false, readingAfterDeath: "ends the program")

  /// Does not keep the delegate alive, and is never checked: after the delegate's death the reference still has the old
  /// address, and reading it is undefined. This is Objective-C's `assign`. A delegate sets the reference to `nil` in
  /// its `deinit`.
  @unsafe public static let unownedUnsafe = DelegatePolicy(
    kind: .unownedUnsafe, name: "unowned(unsafe)", keepsDelegate: false, readingAfterDeath: "is undefined")

  /// Keeps the delegate alive for as long as the reference is set. If the delegate holds the object that has the
  /// reference, neither dies until the reference is cleared.
  public static let strong = DelegatePolicy(
    kind: .strong, name: "strong", keepsDelegate: true, readingAfterDeath: "can't happen")

  /// Keeps the delegate alive until the reference is invalidated: it becomes invalid, sends the delegate a message, and
  /// then releases it. This is what a `URLSession` does. A reference that is never invalidated leaks its delegate.
  public static let strongUntilInvalidated = DelegatePolicy(
    kind: .strongUntilInvalidated, name: "strong until invalidated", keepsDelegate: true,
    readingAfterDeath: "can't happen")

  /// The policies that this version has, the safest first.
  public static let allCases: [DelegatePolicy] = unsafe [
    .weak, .unowned, .unownedUnsafe, .strong, .strongUntilInvalidated,
  ]
}
