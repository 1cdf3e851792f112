/// A declaration that an owned object keeps another object alive, which can explain a leak.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
/// owned.own(
///   .session, "api", session,
///   holding: DeclaredHold(self, "holds its delegate until it is invalidated", endedBy: "invalidate")
/// ) { $0.invalidateAndCancel() }
/// ```
///
/// The declaration does not keep that object alive itself. If that object is the owner, the owner can't die before the
/// owned object is cleaned by hand. Once the owner is overdue, this is the most trusted hint.
public struct DeclaredHold: Sendable, Hashable {
  private let reference: WeakReference
  /// Tells holds apart. When the object is dead, another one can have its address.
  private let address: ObjectIdentifier
  let sentence: String
  let remedy: String

  /// Declares that an owned object keeps another object alive.
  ///
  /// - Parameters:
  ///   - object: The object that is kept alive.
  ///   - sentence: How it is kept alive, as text that completes "session api …".
  ///   - remedy: What cleaning the owned object does to it, as one word for a key bar.
  public init(_ object: AnyObject, _ sentence: String, endedBy remedy: String) {
    reference = WeakReference(object)
    address = ObjectIdentifier(object)
    self.sentence = sentence
    self.remedy = remedy
  }

  /// Whether this is the object that is kept alive.
  func holds(_ object: AnyObject) -> Bool { reference.refers(to: object) }

  /// Whether both declare the same hold on the same object.
  public static func == (left: DeclaredHold, right: DeclaredHold) -> Bool {
    left.address == right.address && left.sentence == right.sentence && left.remedy == right.remedy
  }

  /// Hashes the object and the sentence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(sentence)
  }
}
