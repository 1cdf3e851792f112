import Synchronization

/// The application's shutdowns in progress, and the bags that wait in them for an asynchronous cleanup.
final class ShutDowns: Sendable {
  /// A bag, which may be partly empty already.
  struct Waiting: Sendable {
    let bag: Bag
    let reason: ReleaseReason

    func close() { bag.close(reason) }
  }

  private struct ShutDown: Sendable {
    /// Its end: the limit that its caller gave.
    let limit: CleanupEnd
    /// The module whose composite is shut down; `nil` for the whole application.
    let part: Owner?

    func includes(_ owner: Owner?) -> Bool { owner?.isWithin(part) ?? (part == nil) }
  }

  private struct State: Sendable {
    var underWay: [ShutDown] = []
    /// The bags that had to wait before the latest one was taken. The last one is next.
    var earlier: [Waiting] = []
    /// The bags that had to wait since then. The first one is next, before all earlier ones, because a bag that waited
    /// with them released it.
    var recent: [Waiting] = []
  }

  private let state = Locked(State())
  private static let underWay = Atomic<Int>(0)

  /// Whether any application in the process is shutting down. Checked before each cleanup, at almost no cost.
  static var isAnyUnderWay: Bool { underWay.load(ordering: .relaxed) > 0 }

  /// The parts that are shutting down and include an owner. `nil` among them stands for the whole application.
  func parts(around owner: Owner?) -> [Owner?] {
    state.withLock { $0.underWay.filter { $0.includes(owner) }.map(\.part) }
  }

  /// Whether this application is shutting down.
  var isUnderWay: Bool { state.withLock { !$0.underWay.isEmpty } }

  /// Begins a shutdown of a part of the application; `nil` for the whole one. Until the limit is reached, everything in it
  /// that follows an asynchronous cleanup waits for its end.
  func begin(until limit: CleanupEnd, of part: Owner?) {
    state.withLock { $0.underWay.append(ShutDown(limit: limit, part: part)) }
    Self.underWay.add(1, ordering: .relaxed)
    limit.whenReached { [unowned limit, self] in
      Self.underWay.subtract(1, ordering: .relaxed)
      state.withLock { state in state.underWay.removeAll { $0.limit === limit } }
    }
  }

  /// Makes a bag wait if its part of the application is shutting down and either `hasToWait` returns `true` for that part
  /// or other bags have begun to wait since the latest one was taken.
  func add(_ bag: Waiting, if hasToWait: (_ part: Owner?) -> Bool) -> Bool {
    state.withLock { state in
      let underWay = state.underWay.filter { $0.includes(bag.bag.owner) }
      guard !underWay.isEmpty, !state.recent.isEmpty || underWay.contains(where: { hasToWait($0.part) }) else {
        return false
      }
      state.recent.append(bag)
      return true
    }
  }

  /// Removes and returns the next waiting bag of an owner and its parts; `nil` for any owner.
  func next(within part: Owner? = nil) -> Waiting? {
    state.withLock { state in
      state.earlier.append(contentsOf: state.recent.reversed())
      state.recent = []
      guard let part else { return state.earlier.popLast() }
      let place = state.earlier.lastIndex { $0.bag.owner?.isWithin(part) == true }
      return place.map { state.earlier.remove(at: $0) }
    }
  }

  /// Empties the waiting bags of a part without waiting for any cleanup. Leaves those that another shutdown includes, which
  /// empties them itself.
  func emptyAll(within part: Owner? = nil) {
    while parts(around: part).isEmpty, let bag = next(within: part) { bag.close() }
  }

  /// Ends all shutdowns. Nothing waits any more, and the bags that waited are empty when this returns.
  func endAll() {
    let ended = state.withLock { state in
      defer { state.underWay = [] }
      return state.underWay
    }
    for shutDown in ended { shutDown.limit.reach() }
    emptyAll()
  }
}
