/// An object that should be released soon. It is kept until the object is gone.
@MainActor final class ReleaseExpectation {
  enum Standing {
    case expected
    /// It has been reported.
    case overdue
    /// It has been reported as part of another overdue object.
    case explained
  }

  /// 136 years. A task can't sleep much longer.
  static let longestGrace = Duration.seconds(Int64(1) << 32)

  let owner: Owner
  let armedAt: UInt64
  let grace: Duration
  private let reference: WeakReference
  private let parent: WeakReference?
  var standing = Standing.expected

  init(_ owner: Owner, object: AnyObject, parent: AnyObject? = nil, within grace: Duration, at time: UInt64) {
    (self.owner, armedAt) = (owner, time)
    (reference, self.parent) = (WeakReference(object), parent.map { WeakReference($0) })
    self.grace = min(grace, Self.longestGrace)
  }

  var object: AnyObject? { reference.target }
  var isAlive: Bool { reference.isAlive }

  /// Whether it has been reported.
  var isOverdue: Bool { standing != .expected }

  /// Whether its time is up.
  func isDue(at time: UInt64) -> Bool { Duration.nanoseconds(time) - .nanoseconds(armedAt) >= grace }

  var hasParent: Bool { parent != nil }

  /// Whether it is part of `other`, which is alive.
  func isChild(of other: ReleaseExpectation) -> Bool {
    guard let parent, let object = other.object else { return false }
    return parent.refers(to: object)
  }

  /// The journal entry that says that the owner should be released.
  var entry: OwnerEntry {
    OwnerEntry(
      change: .expected, owner: owner.id, name: owner.name, atNanoseconds: armedAt,
      tookNanoseconds: UInt64(nanoseconds: grace))
  }
}

/// What should be released soon in an application.
@MainActor final class Expectations {
  /// What to check.
  enum Reach {
    case all
    /// Only what has been added since the last check. When many modules are released in turn, each is checked in the end.
    case fresh
  }

  /// In the order in which they were added.
  private(set) var all: [ReleaseExpectation] = []
  /// How many of them have not been checked yet.
  private var fresh = 0

  var isEmpty: Bool { all.isEmpty }
  var alive: [ReleaseExpectation] { all.filter(\.isAlive) }

  func add(_ expectation: ReleaseExpectation) {
    all.append(expectation)
    fresh += 1
  }

  func removeAll() { (all, fresh) = ([], 0) }

  func expectation(of object: AnyObject) -> ReleaseExpectation? { all.first { $0.object === object } }

  /// What another object is part of.
  func parents(of expectation: ReleaseExpectation) -> [ReleaseExpectation] {
    expectation.hasParent ? all.filter { $0 !== expectation && expectation.isChild(of: $0) } : []
  }

  /// The overdue object that explains another one.
  func holder(of expectation: ReleaseExpectation) -> ReleaseExpectation? {
    parents(of: expectation).first(where: \.isOverdue)
  }

  /// Removes what is gone.
  ///
  /// Each object is looked at once. One that dies on another thread in the meantime is found by the next check.
  ///
  /// - Returns: What is gone, and what is alive and was not checked before.
  func check(_ reach: Reach) -> (gone: [ReleaseExpectation], fresh: [ReleaseExpectation]) {
    let firstFresh = all.count - fresh
    fresh = 0
    let first = reach == .all ? 0 : firstFresh
    let seen = all
    var (gone, alive): ([ReleaseExpectation], [ReleaseExpectation]) = ([], [])
    for place in seen.indices[first...] {
      if !seen[place].isAlive {
        gone.append(seen[place])
      } else if place >= firstFresh {
        alive.append(seen[place])
      }
    }
    // By identity: looking at an object can release its last reference, and what dies then can be expected here too.
    if !gone.isEmpty {
      let identities = Set(gone.map { ObjectIdentifier($0) })
      all[min(first, all.count)...].removeAll { identities.contains(ObjectIdentifier($0)) }
    }
    return (gone, alive)
  }
}
