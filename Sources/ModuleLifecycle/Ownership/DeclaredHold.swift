/// Says that an owned object keeps something alive, so that a leak can be explained.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
/// owned.own(
///   .session, "api", session,
///   holding: DeclaredHold(self, "holds its delegate until it is invalidated", endedBy: "invalidate")
/// ) { $0.invalidateAndCancel() }
/// ```
///
/// It does not keep the thing alive itself. When what it names is the owner, the owner can't die before the object is
/// cleaned by hand; once the owner is overdue, this is the hint that is trusted most.
public struct DeclaredHold: Sendable, Hashable {
  private final class Reference: Sendable {
    nonisolated(unsafe) weak let object: AnyObject?

    init(_ object: AnyObject) { unsafe self.object = object }
  }

  private let reference: Reference
  /// Tells holds apart; another object may have it when that one is dead.
  private let address: ObjectIdentifier
  let sentence: String
  let remedy: String

  /// A hold.
  ///
  /// - Parameters:
  ///   - object: What is kept alive.
  ///   - sentence: How, completing "session api …".
  ///   - remedy: What cleaning the object does to it, in a word, for a key bar.
  public init(_ object: AnyObject, _ sentence: String, endedBy remedy: String) {
    reference = Reference(object)
    address = ObjectIdentifier(object)
    self.sentence = sentence
    self.remedy = remedy
  }

  /// Whether that is what is kept alive.
  func holds(_ object: AnyObject) -> Bool { unsafe reference.object === object }

  /// Whether two say the same of one object.
  public static func == (left: DeclaredHold, right: DeclaredHold) -> Bool {
    left.address == right.address && left.sentence == right.sentence && left.remedy == right.remedy
  }

  /// Feeds the object and the sentence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(sentence)
  }
}
