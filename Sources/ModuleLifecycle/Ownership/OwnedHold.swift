/// Says that an owned object keeps something alive, so that a leak can be explained.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
/// owned.own(
///   .session, "api", session,
///   holding: OwnedHold(self, "holds its delegate until it is invalidated", endedBy: "invalidate")
/// ) { $0.invalidateAndCancel() }
/// ```
///
/// It does not keep the thing alive itself. When what it names is the owner, the owner can't die before the object is
/// cleaned by hand; once the owner is overdue, this is the hint that is trusted most.
public struct OwnedHold: Sendable, Hashable {
  let object: ObjectIdentifier
  let sentence: String
  let remedy: String

  /// A hold.
  ///
  /// - Parameters:
  ///   - object: What is kept alive.
  ///   - sentence: How, completing "session api …".
  ///   - remedy: What cleaning the object does to it, in a word, for a key bar.
  public init(_ object: AnyObject, _ sentence: String, endedBy remedy: String) {
    self.object = ObjectIdentifier(object)
    self.sentence = sentence
    self.remedy = remedy
  }
}
