import Synchronization

/// All that has not ended in an application: modules that start, services that were asked to end, cleanups that go on, and
/// bags that wait for such a cleanup or for the main actor. Each stays until it ends, also when nothing waits for it any more.
final class UnfinishedWork: Sendable {
  /// A bag, which may be partly empty already.
  struct WaitingBag: Sendable {
    let bag: Bag
    let reason: ReleaseReason
    /// Whether it waits for the main actor only.
    var isLeft = false

    func close() { bag.close(reason) }
  }

  /// A service that was asked to end.
  struct StoppingService: Sendable {
    let owner: Owner
    /// When it was asked, in nanoseconds since the journal's start.
    let since: UInt64
  }

  private struct ShutDown: Sendable {
    /// Its end: the limit that its caller gave.
    let limit: CleanupEnd
    /// The module whose composite is shut down; `nil` for the whole application.
    let part: Owner?
  }

  private struct State: Sendable {
    var starts: [OwnerID: ModuleStart] = [:]
    var services: [OwnerID: StoppingService] = [:]
    /// The cleanups that go on, by object.
    var cleanups: [UInt64: ReleasingObject] = [:]
    /// Those among them that a shutdown waits for: that close something, and that only cancel work.
    var closing: [UInt64: ReleasingObject] = [:]
    var cancelling: [UInt64: ReleasingObject] = [:]
    var shutDowns: [ShutDown] = []
    /// The bags that had to wait before the latest one was taken. The last one is next.
    var earlier: [WaitingBag] = []
    /// The bags that had to wait since then. The first one is next, before all earlier ones, because a bag that waited
    /// with them released it.
    var recent: [WaitingBag] = []

    mutating func waitNoLonger(for object: ReleasingObject) -> Bool {
      closing.removeValue(forKey: object.row.id) ?? cancelling.removeValue(forKey: object.row.id) != nil
    }

    /// The parts that are being shut down and include an owner. `nil` among them stands for the whole application.
    func parts(around owner: Owner?) -> [Owner?] {
      shutDowns.map(\.part).filter { part in owner?.isWithin(part) ?? (part == nil) }
    }

    /// A cleanup that a shutdown of any of the parts waits for. An object of a module that contains one of the parts is
    /// passed over: its cleanup can be what shuts that part down.
    func awaited(withinAny parts: [Owner?], mayCancel: Bool = true) -> ReleasingObject? {
      func isPart(_ object: ReleasingObject) -> Bool {
        parts.contains { object.owner.isWithin($0) } && !parts.contains { $0?.isPart(of: object.owner) == true }
      }
      return closing.values.first(where: isPart) ?? (mayCancel ? cancelling.values.first(where: isPart) : nil)
    }
  }

  /// Bags take it under theirs. No other lock is taken under this one.
  private let state = Locked(State())
  private static let shutDowns = Atomic<Int>(0)

  // MARK: Modules

  /// The modules that are starting.
  var starts: [ModuleStart] { state.withLock { Array($0.starts.values) } }
  /// The services that were asked to end.
  var services: [StoppingService] { state.withLock { Array($0.services.values) } }

  func start(of owner: Owner) -> ModuleStart? { state.withLock { $0.starts[owner.id] } }
  func add(_ start: ModuleStart) { state.withLock { $0.starts[start.owner.id] = start } }
  func remove(_ start: ModuleStart) { state.withLock { $0.starts[start.owner.id] = nil } }

  func add(_ service: StoppingService) { state.withLock { $0.services[service.owner.id] = service } }
  func removeService(of owner: Owner) { state.withLock { $0.services[owner.id] = nil } }

  // MARK: Cleanups

  func add(_ object: ReleasingObject) {
    state.withLock { state in
      state.cleanups[object.row.id] = object
      if object.row.isCancelling {
        state.cancelling[object.row.id] = object
      } else {
        state.closing[object.row.id] = object
      }
    }
  }

  func remove(_ object: ReleasingObject) {
    state.withLock { state in
      state.cleanups[object.row.id] = nil
      _ = state.waitNoLonger(for: object)
    }
  }

  /// Lets shutdowns continue without waiting for an object, whose cleanup continues.
  ///
  /// - Returns: Whether a shutdown waited for it.
  func giveUp(_ object: ReleasingObject) -> Bool { state.withLock { $0.waitNoLonger(for: object) } }

  /// The objects of an owner's parts that are being cleaned, in the order of acquisition. `nil` as owner stands for all.
  func cleanups(within part: Owner? = nil) -> [ReleasingObject] {
    state.withLock { $0.cleanups.values.filter { $0.owner.isWithin(part) } }.sorted { $0.row.id < $1.row.id }
  }

  // MARK: Bags

  /// Leaves a bag whose owner has died on another thread to the main actor, because its next object needs that.
  func leave(_ bag: Bag, _ reason: ReleaseReason) {
    state.withLock { $0.recent.append(WaitingBag(bag: bag, reason: reason, isLeft: true)) }
    Task { @MainActor in
      // A shutdown can be faster.
      let left = state.withLock { state in
        func isIt(_ waiting: WaitingBag) -> Bool { waiting.isLeft && waiting.bag === bag }
        return state.recent.firstIndex(where: isIt).map { state.recent.remove(at: $0) }
          ?? state.earlier.firstIndex(where: isIt).map { state.earlier.remove(at: $0) }
      }
      left?.close()
    }
  }

  /// Makes a bag wait if its part of the application is shutting down and a cleanup is in progress or other bags already
  /// wait. Work can be cancelled while other cancelled work has yet to end.
  func makeWait(_ bag: Bag, _ reason: ReleaseReason) -> Bool {
    let isCancelling = bag.isNextCancelling
    return state.withLock { state in
      let parts = state.parts(around: bag.owner)
      guard !parts.isEmpty else { return false }
      let isFirst = state.recent.allSatisfy(\.isLeft)
      if isFirst, state.awaited(withinAny: parts, mayCancel: !isCancelling) == nil { return false }
      state.recent.append(WaitingBag(bag: bag, reason: reason))
      return true
    }
  }

  /// Removes and returns the next waiting bag of a part.
  private func takeBag(within part: Owner?) -> WaitingBag? {
    state.withLock { state in
      state.earlier.append(contentsOf: state.recent.reversed())
      state.recent = []
      let place = state.earlier.lastIndex { $0.bag.owner?.isWithin(part) ?? (part == nil) }
      return place.map { state.earlier.remove(at: $0) }
    }
  }

  // MARK: Shutdowns

  /// Whether any application in the process is shutting down. Checked before each cleanup, at almost no cost.
  static var isAnyShuttingDown: Bool { shutDowns.load(ordering: .relaxed) > 0 }
  /// Whether this application is shutting down.
  var isShuttingDown: Bool { state.withLock { !$0.shutDowns.isEmpty } }

  /// What a shutdown of a part has to do next.
  enum Next: Sendable {
    /// Wait for a cleanup.
    case cleanup(ReleasingObject)
    /// Clean what is left in a bag.
    case bag(WaitingBag)
  }

  /// What has to end next in a shutdown of a part; `nil` for the whole application. A bag is removed from here.
  func next(within part: Owner?) -> Next? {
    // What a shutdown around this one waits for, this one's bags wait for, too.
    let object = state.withLock { $0.awaited(withinAny: [part] + $0.parts(around: part)) }
    if let object { return .cleanup(object) }
    return takeBag(within: part).map(Next.bag)
  }

  /// Begins a shutdown of a part of the application; `nil` for the whole one. Until the limit is reached, everything in it
  /// that follows an asynchronous cleanup waits for its end.
  func beginShutDown(of part: Owner?, until limit: CleanupEnd) {
    state.withLock { $0.shutDowns.append(ShutDown(limit: limit, part: part)) }
    Self.shutDowns.add(1, ordering: .relaxed)
    limit.whenReached { [unowned limit, self] in
      Self.shutDowns.subtract(1, ordering: .relaxed)
      state.withLock { state in state.shutDowns.removeAll { $0.limit === limit } }
    }
  }

  /// Ends the shutdowns of a part of the application, and of what is in it, and empties its waiting bags; `nil` for the whole
  /// application. Leaves all that to a shutdown that includes the part.
  @MainActor func endShutDowns(of part: Owner?) {
    // Removed first: another thread that reaches a limit may not have done that yet.
    let ended = state.withLock { state -> [ShutDown] in
      guard part == nil || state.parts(around: part).isEmpty else { return [] }
      func isEnded(_ shutDown: ShutDown) -> Bool { shutDown.part === part || shutDown.part?.isWithin(part) == true }
      defer { state.shutDowns.removeAll(where: isEnded) }
      return state.shutDowns.filter(isEnded)
    }
    for shutDown in ended { shutDown.limit.reach() }
    while state.withLock({ $0.parts(around: part).isEmpty }), let bag = takeBag(within: part) { bag.close() }
  }
}
