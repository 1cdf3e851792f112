/// An object that should be gone soon, until it is.
@MainActor final class ReleaseExpectation {
  /// A module that the composite has let go of, or an object that the application asked about.
  enum Subject {
    case module(ModuleID, Owner)
    /// With its bag, if that is known.
    case other(OwnerLabel, Owner?)
    /// An owner without a bag, whose death is noticed and written down by those who sweep.
    case swept(Owner)
  }

  enum Standing {
    case expected
    /// It has been reported.
    case overdue
    /// It has been reported as a part of another object that is overdue.
    case explained
  }

  /// 136 years; a task can't sleep much longer.
  static let longestGrace = Duration.seconds(Int64(1) << 32)

  private(set) var subject: Subject
  let armedAt: UInt64
  let grace: Duration
  private(set) weak var object: AnyObject?
  private weak var parent: AnyObject?
  private let hasParent: Bool
  var standing = Standing.expected

  init(_ subject: Subject, object: AnyObject, parent: AnyObject? = nil, within grace: Duration, at time: UInt64) {
    self.subject = subject
    self.object = object
    self.parent = parent
    hasParent = parent != nil
    self.grace = min(grace, Self.longestGrace)
    armedAt = time
  }

  var isAlive: Bool { object != nil }

  /// Whether it has been reported.
  var isOverdue: Bool { standing != .expected }

  /// Whether its time is up.
  func isDue(at time: UInt64) -> Bool { Duration.nanoseconds(time) - .nanoseconds(armedAt) >= grace }

  /// Under which the journal knows it.
  var label: OwnerLabel {
    switch subject {
    case .module(_, let owner), .swept(let owner): owner.label
    case .other(let label, _): label
    }
  }

  var name: String { label.name }
  var ownerID: UInt64 { label.id }

  var owner: Owner? {
    switch subject {
    case .module(_, let owner), .swept(let owner): owner
    case .other(_, let owner): owner
    }
  }

  /// Notes that it has come to own things without a bag.
  func sweeps(_ owner: Owner) { if case .other(_, nil) = subject { subject = .swept(owner) } }

  var moduleID: ModuleID? { if case .module(let id, _) = subject { id } else { nil } }

  /// Whether it is part of `other`, which lives.
  func isChild(of other: ReleaseExpectation) -> Bool {
    guard hasParent, let parent, let object = other.object else { return false }
    return parent === object
  }
}
