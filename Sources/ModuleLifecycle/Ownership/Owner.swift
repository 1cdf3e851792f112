import Synchronization

/// An owner: one instance of a module, or any other object that owns things or should be released.
///
/// It outlives the object that it represents, so that the journal can still name that object. It never keeps the object
/// alive.
final class Owner: Sendable {
  /// What an owner is, from its creation to its end.
  enum Life: Sendable {
    /// Its module is being made.
    case making
    /// Its creation has failed.
    case abandoned
    case present
    /// The module's asynchronous work has come so far. With the error as text, if it has failed.
    case working(ModuleStage, failure: String? = nil)
    /// It should be released soon: the composite has removed the module.
    case leaving
    /// It should have been released.
    case overdue
    /// It is dead.
    case freed
  }

  private struct State: Sendable {
    var life: Life
    /// When that began, in nanoseconds since the journal's start. For an overdue owner, when it should have begun to go.
    var since: UInt64 = 0
    var bags: [Bag] = []
    /// Whether its module was found dead while a bag was being emptied.
    var isFoundDead = false
    /// Set at the end of a module's creation.
    var module: WeakReference?
  }

  /// The owner's number. Each instance has its own.
  let id = Identifiers.nextOwner()
  let name: String
  let journal: Journal?
  /// The registration of the module that it is an instance of.
  let record: ModuleRecord?
  /// Knows when an event or the application ends. `nil` for an owner outside of any application.
  let ownership: Ownership?
  /// The owner that this one is a part of: the module that contains this one's composite.
  private let enclosing: Owner?
  private let acquired = Atomic<Int>(0)
  /// Whether the owner is overdue, or was until it died. Each cleanup asks.
  private let wasOverdue = Atomic(false)
  private let state: Locked<State>

  /// Creates an owner that is not a module.
  init(name: String, journal: Journal?, ownership: Ownership? = nil, within enclosing: Owner? = nil) {
    (self.name, self.journal, self.ownership, self.enclosing) = (name, journal, ownership, enclosing)
    record = nil
    state = Locked(State(life: .present), .owner)
  }

  /// Creates the owner of a module that does not exist yet.
  init(making record: ModuleRecord, in ownership: Ownership, within enclosing: Owner?) {
    (name, journal) = (record.name, ownership.journal)
    (self.record, self.ownership, self.enclosing) = (record, ownership, enclosing)
    state = Locked(State(life: .making), .owner)
  }

  /// The journal, if it records what happens to the owner's objects.
  var writtenJournal: Journal? { journal?.isEnabled == true ? journal : nil }

  /// Whether this is a part of another owner, which is not a part of itself. Everything is a part of no owner, which stands
  /// for the whole application.
  func isWithin(_ other: Owner?) -> Bool { other.map { self !== $0 && isPart(of: $0) } ?? true }

  /// Whether this is the other owner or a part of it.
  func isPart(of other: Owner) -> Bool { self === other || enclosing?.isPart(of: other) == true }

  /// The number of the owner's next object.
  func nextNumber() -> Int { acquired.wrappingAdd(1, ordering: .relaxed).newValue }
}

// MARK: - Its bags

extension Owner {
  private static let unwrittenBags = Atomic<Int>(0)
  /// Whether any bag in the process belongs to an owner without a journal.
  static var hasUnwrittenBags: Bool { unwrittenBags.load(ordering: .relaxed) > 0 }

  /// Opens a bag for this owner.
  func openBag() -> Bag {
    let bag = Bag(owner: self)
    // Under the lock, so that this and the closing of another bag on another thread do not interleave.
    state.withLock { state in
      if state.bags.isEmpty { ownership?.add(self) }
      state.bags.append(bag)
    }
    if journal == nil { Self.unwrittenBags.add(1, ordering: .relaxed) }
    return bag
  }

  /// Notes that a bag has been emptied because its holder died. If it was the last one and the module is dead, the module
  /// has ended. A helper's bag can close earlier; it can also close later, when the module was found dead meanwhile.
  func closeBag(_ bag: Bag) {
    let end = state.withLock { state -> (isOver: Bool, module: WeakReference?)? in
      // Two callers can empty it at once: a shutdown that waits, and the code that ends the shutdown.
      guard let place = state.bags.firstIndex(where: { $0 === bag }) else { return nil }
      state.bags.remove(at: place)
      if state.bags.isEmpty { ownership?.remove(self) }
      let isOver = state.bags.isEmpty || state.isFoundDead && !state.bags.contains(where: \.isClosed)
      return (isOver, state.module)
    }
    guard let end else { return }
    if journal == nil { Self.unwrittenBags.subtract(1, ordering: .relaxed) }
    if end.isOver, end.module?.isAlive == false { noteFreed() }
  }

  /// The bags that may have live objects.
  var bags: [Bag] { state.withLock(\.bags) }

  /// The live objects in its bags. A dead owner should have none, but a helper that is still alive can keep a bag.
  var openObjects: [OwnedRow] { bags.flatMap(\.live) }

  /// The state of its live objects.
  var objectState: OwnedObjectState { isOverdue ? .overdue : .live }

  /// Warns of an object that was registered after its bag was closed.
  func warnOfLate(_ row: OwnedRow) {
    journal?.warn(.registeredLate) { warning in
      (warning.owner, warning.ownerID) = (name, id)
      (warning.module, warning.moduleID) = (record?.name, record?.id)
      warning.objects = [row.kind.title(of: row.name)]
      warning.fate = .cleaned
      warning.dispatch = journal?.dispatchHere
    }
  }
}

// MARK: - Its creation

extension Owner {
  /// The owner whose module is being created, starts, or answers later. Tasks that it starts inherit the value.
  @TaskLocal static var current: Owner?

  /// The owner that new bags belong to: the module that is being created. Tasks that were started meanwhile inherit the
  /// value, but only until the creation ends.
  static var underConstruction: Owner? {
    guard let current else { return nil }
    return current.state.withLock { state in if case .making = state.life { current } else { nil } }
  }

  /// Creates this owner's module. Bags created meanwhile belong to the module.
  func construct<Made>(_ make: () throws -> (module: AnyObject, made: Made)) rethrows -> (AnyObject, Made) {
    let (module, made) = try Self.$current.withValue(self, operation: make)
    let now = journal?.now ?? 0
    state.withLock { state in
      guard case .making = state.life else { return }
      (state.life, state.since, state.module) = (.present, now, WeakReference(module))
    }
    return (module, made)
  }

  /// Runs a closure that is not part of the creation in progress, although it is called within it.
  static func outsideOfConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  /// Notes that the module's creation failed. An object that it acquires from now on is too late.
  func noteAbandoned() { state.withLock { $0.life = .abandoned } }

  /// Whether the module's creation, or that of what it is part of, has failed.
  var isAbandoned: Bool {
    state.withLock { if case .abandoned = $0.life { true } else { false } } || enclosing?.isAbandoned == true
  }
}

// MARK: - Its life

extension Owner {
  /// How far the module's asynchronous work has come, and since when, in nanoseconds since the journal's start. `nil` when
  /// there is none, or the module has been removed.
  var stage: (stage: ModuleStage, since: UInt64)? {
    state.withLock { state in if case .working(let stage, _) = state.life { (stage, state.since) } else { nil } }
  }

  /// The error that ended the module's work, as text.
  var failure: String? { state.withLock { if case .working(.failed, let failure) = $0.life { failure } else { nil } } }

  /// Whether the module is present and has not begun to start.
  var isWaitingToStart: Bool { state.withLock { if case .present = $0.life { true } else { false } } }

  /// Begins the module's start.
  ///
  /// - Returns: Whether it had not begun before, and the module is present.
  func beginStart() -> Bool { enter(.starting) { if case .present = $0 { true } else { false } } }

  /// Ends the module's start.
  ///
  /// - Returns: Whether the module is still present. If not, its start is of no consequence.
  func endStart(_ stage: ModuleStage, error: String? = nil) -> Bool {
    enter(stage, error: error) { if case .working(.starting, _) = $0 { true } else { false } }
  }

  /// Records that the module's work has reached a stage. The work of a module that was removed goes on. Safe on any
  /// thread.
  ///
  /// - Parameters:
  ///   - error: The error as text, if the stage is `failed`.
  ///   - condition: What has to be true of the module.
  /// - Returns: Whether it was.
  @discardableResult
  func enter(_ stage: ModuleStage, error: String? = nil, if condition: (Life) -> Bool = { _ in true }) -> Bool {
    var aftermath = Journal.Aftermath()
    let now = journal?.now ?? 0
    let isEntered = state.withLock { state in
      guard condition(state.life) else { return false }
      switch state.life {
      case .making, .present, .working: (state.life, state.since) = (.working(stage, failure: error), now)
      case .abandoned, .leaving, .overdue, .freed: break
      }
      guard let journal = writtenJournal, let record else { return true }
      let change = ModuleEntry.Change(rawValue: stage == .failed ? "stopped" : stage.rawValue)
      var entry = record.entry(change, owner: id, at: now)
      entry.error = error
      // Under the lock, so that stages are recorded in their order.
      journal.append(Journal.Kept(.module(entry)), leaving: &aftermath)
      return true
    }
    aftermath.settle()
    return isEntered
  }

  /// Notes that the owner should be released.
  func noteLeaving(at time: UInt64) {
    state.withLock { state in
      switch state.life {
      case .making, .present, .working: (state.life, state.since) = (.leaving, time)
      case .abandoned, .leaving, .overdue, .freed: break
      }
    }
  }

  /// Notes that the owner should have been released.
  func noteOverdue() {
    state.withLock { state in
      if case .freed = state.life { return }
      state.life = .overdue
      wasOverdue.store(true, ordering: .relaxed)
    }
  }

  /// Whether the owner should be gone but is not.
  var isOverdue: Bool { state.withLock { if case .overdue = $0.life { true } else { false } } }

  /// Whether the owner, or what it is a part of, should be released. A helper can keep a bag of an owner that has been.
  var shouldBeGone: Bool {
    state.withLock { state in
      switch state.life {
      case .abandoned, .leaving, .overdue, .freed: true
      case .making, .present, .working: false
      }
    } || enclosing?.shouldBeGone == true
  }

  /// Whether the owner is overdue, or was until it died. Another thread can still be emptying its bag then.
  var isLate: Bool { wasOverdue.load(ordering: .relaxed) }

  /// Notes that the owner is dead, unless one of its module's bags is still being emptied. Records it once, if the owner
  /// was expected to go or was found dead.
  ///
  /// - Parameter sweep: When an owner without a bag was found dead.
  func noteFreed(_ sweep: Bag.Sweep? = nil) {
    let end = state.withLock { state -> (since: UInt64?, isLate: Bool)? in
      if record != nil, state.bags.contains(where: \.isClosed) {
        state.isFoundDead = true
        return nil
      }
      let life = state.life
      if case .freed = life { return nil }
      let isLate = if case .overdue = life { true } else { false }
      state.life = .freed
      switch life {
      case .leaving, .overdue: return (state.since, isLate)
      case .making, .abandoned, .present, .working, .freed: return sweep == nil ? nil : (nil, false)
      }
    }
    guard let end, let journal = writtenJournal else { return }
    let now = journal.now
    let took = end.since.map { now - min($0, now) }
    if let record {
      var entry = record.entry(.freed, owner: id, at: now, took: took)
      entry.isLateRelease = end.isLate
      journal.append(.module(entry))
    } else {
      journal.append(
        .owner(
          OwnerEntry(
            change: .freed, owner: id, name: name, atNanoseconds: now, tookNanoseconds: sweep == nil ? took : nil,
            isLateRelease: end.isLate, aliveAfter: sweep?.aliveAfter, deadAfter: sweep?.deadAfter)))
    }
  }
}
