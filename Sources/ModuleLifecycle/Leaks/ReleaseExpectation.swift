/// Somebody who should be gone soon, until they are.
@MainActor final class ReleaseExpectation {
  /// A module that the composite has let go of, or an object that somebody asked about.
  enum Subject {
    case module(ModuleSlot, Owner)
    case other(OwnerLabel, Owner?)
  }

  /// 136 years; nobody can sleep much longer.
  static let longestGrace = Duration.seconds(Int64(1) << 32)

  let subject: Subject
  let armedAt: UInt64
  let grace: Duration
  private(set) weak var object: AnyObject?
  private weak var parent: AnyObject?
  private let hasParent: Bool
  /// Whether it has been reported.
  var isOverdue = false
  /// Whether it was reported as part of somebody else's being overdue.
  var isMuted = false

  init(_ subject: Subject, object: AnyObject, parent: AnyObject? = nil, within grace: Duration, at time: UInt64) {
    self.subject = subject
    self.object = object
    self.parent = parent
    hasParent = parent != nil
    self.grace = min(grace, Self.longestGrace)
    armedAt = time
  }

  var isAlive: Bool { object != nil }

  var name: String {
    switch subject {
    case .module(let slot, _): slot.name
    case .other(let label, _): label.name
    }
  }

  var ownerID: UInt64 {
    switch subject {
    case .module(_, let owner): owner.id
    case .other(let label, _): label.id
    }
  }

  var owner: Owner? {
    switch subject {
    case .module(_, let owner): owner
    case .other(_, let owner): owner
    }
  }

  var moduleID: ModuleID? { if case .module(let slot, _) = subject { slot.id } else { nil } }

  /// Whether it is part of `other`, which lives.
  func isChild(of other: ReleaseExpectation) -> Bool {
    guard hasParent, let parent, let object = other.object else { return false }
    return parent === object
  }
}
