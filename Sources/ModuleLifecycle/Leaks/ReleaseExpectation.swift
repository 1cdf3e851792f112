/// An object that should be released soon. It is kept until the object is gone.
@MainActor final class ReleaseExpectation {
  /// A module that the composite has released, or an object that the application asked about.
  enum Subject {
    case module(ModuleID, Owner)
    /// An object, with its bag if that is known.
    case other(OwnerLabel, Owner?)
    /// An owner without a bag. The sweep of such owners notices and records its death.
    case swept(Owner)
  }

  enum Standing {
    case expected
    /// It has been reported.
    case overdue
    /// It has been reported as part of another overdue object.
    case explained
  }

  /// 136 years. A task can't sleep much longer.
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

  /// Identifies the object in the journal.
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

  /// Records that the object now owns things without a bag.
  func sweeps(_ owner: Owner) { if case .other(_, nil) = subject { subject = .swept(owner) } }

  var moduleID: ModuleID? { if case .module(let id, _) = subject { id } else { nil } }

  /// Whether it is part of `other`, which is alive.
  func isChild(of other: ReleaseExpectation) -> Bool {
    guard hasParent, let parent, let object = other.object else { return false }
    return parent === object
  }
}
