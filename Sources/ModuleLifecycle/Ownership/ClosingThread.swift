import Synchronization

/// The bags that are being emptied on each thread, one inside the other.
///
/// Cleaning an object can release the last reference to another owner. That owner's bag is emptied at once, while the
/// first one is: its objects are cleaned before the next object of the first bag, and before the owner's other members are
/// destroyed. In a chain of owners, every link would need stack space. Therefore at most `deepest` bags are emptied one
/// inside the other. A bag further down is handed to the innermost of them, which empties it before it goes on. The order
/// of the cleanups stays the same, but by then the owner's other members are gone.
enum ClosingThread {
  /// The most bags that are emptied one inside the other.
  static let deepest = 32

  fileprivate struct State: Sendable {
    let thread = SystemThread.current
    var depth = 0
    /// The bags that were handed over. The last one is next.
    var waiting: [HandedBag] = []
  }

  /// One for each thread that is emptying a bag or cleaning an object: few.
  private static let states = Locked<[State]>([])
  /// How many bags wait on all threads. Nearly always none.
  private static let waiting = Atomic<Int>(0)

  /// Begins to empty a bag on this thread.
  ///
  /// - Parameter isForced: Whether it is emptied however many already are.
  /// - Returns: Whether it may be. If so, call `leave()` afterwards.
  @discardableResult static func enter(always isForced: Bool = false) -> Bool {
    states.withLock { states in
      guard let place = states.here else {
        states.append(State(depth: 1))
        return true
      }
      guard states[place].depth < deepest || isForced else { return false }
      states[place].depth += 1
      return true
    }
  }

  /// Whether a cleanup runs on this thread, of any application.
  static var isCleaning: Bool { states.withLock { $0.here != nil } }

  static func leave() {
    states.withLock { states in
      guard let place = states.here else { return }
      states[place].depth -= 1
      if states[place].depth == 0 { states.remove(at: place) }
    }
  }

  /// Hands a bag to the innermost one that is being emptied.
  static func add(_ bag: Bag, _ reason: ReleaseReason) {
    waiting.add(1, ordering: .relaxed)
    states.withLock { states in
      if let place = states.here { states[place].waiting.append(HandedBag(bag, reason)) }
    }
  }

  /// The number of bags that wait on this thread.
  static var waitingCount: Int {
    if waiting.load(ordering: .relaxed) == 0 { return 0 }
    return states.withLock { states in states.here.map { states[$0].waiting.count } ?? 0 }
  }

  /// Empties the bags that were handed over after the first `count`.
  static func empty(downTo count: Int) {
    // When one cleanup released several owners, the first one comes first.
    var isNew = count
    while waitingCount > count {
      let bag = states.withLock { states -> HandedBag? in
        guard let place = states.here else { return nil }
        states[place].waiting[isNew...].reverse()
        return states[place].waiting.last
      }
      isNew = waitingCount
      // Bags that this step releases come before this bag's next object.
      guard let bag, bag.step(), waitingCount == isNew else { continue }
      // Its last reference must not go under the lock.
      let done = states.withLock { states in states.here.map { states[$0].waiting.removeLast() } }
      withExtendedLifetime(done) { _ = waiting.subtract(1, ordering: .relaxed) }
      isNew -= 1
    }
  }
}

extension [ClosingThread.State] {
  /// The place of the calling thread.
  fileprivate var here: Int? {
    let thread = SystemThread.current
    return firstIndex { $0.thread == thread }
  }
}

/// A bag that was handed over, and is emptied, step by step, by another one that is being emptied on its thread.
private final class HandedBag: Sendable {
  private enum Progress: ~Copyable, Sendable {
    case beginning
    /// A cleanup has run, and is not recorded yet. With its end, if that is still to come.
    case cleaned(Bag.Taken, CleanupEnd?)
    case empty
  }

  private let bag: Bag
  private let reason: ReleaseReason
  private let progress = Locked(Progress.beginning)

  init(_ bag: Bag, _ reason: ReleaseReason) { (self.bag, self.reason) = (bag, reason) }

  /// Runs one cleanup, or records the one that has run and releases its object. Bags that a step releases are emptied
  /// before the next step.
  ///
  /// - Returns: Whether nothing is left to do.
  func step() -> Bool {
    switch progress.exchange(.empty) {
    case .empty: return true
    case .cleaned(let taken, let end):
      bag.noteCleaned(taken, end, .current)
      progress.set(.beginning)
      return false
    case .beginning:
      if bag.waitsForItsTurn(reason) { return true }
      guard let taken = bag.takeLast(reason, .current) else {
        bag.endClosing(reason)
        return true
      }
      let end = taken.row.clean()
      progress.set(.cleaned(taken, end))
      return false
    }
  }
}

extension Locked where Value: ~Copyable {
  fileprivate func exchange(_ next: consuming Value) -> Value {
    var next = Optional(next)
    return withLock { value in
      guard var old = next.take() else { preconditionFailure("The closure is called once.") }
      swap(&old, &value)
      return old
    }
  }

  fileprivate func set(_ next: consuming Value) { _ = exchange(next) }
}
