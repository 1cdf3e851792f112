/// Who owns: one instance of a module, or any object that has a bag of its own.
///
/// It outlives what it stands for, so that the journal can still name it; it never keeps it alive.
final class Owner: Sendable {
  private struct State: Sendable {
    var openBags = 0
    var acquired = 0
    var removedAt: UInt64?
    var isFreed = false
    var isUnderConstruction = false
  }

  let id = Identifiers.nextOwner()
  let name: String
  let journal: Journal?
  /// The entry that says that the module was freed, save for when; `nil` for an owner that is no module.
  private let entry: ModuleEntry?
  /// The instance; set once, before anybody else knows of this owner.
  private nonisolated(unsafe) weak var module: AnyObject?
  private let state: Locked<State>

  /// An owner that is no module.
  init(name: String, journal: Journal?) {
    self.name = name
    self.journal = journal
    entry = nil
    state = Locked(State())
  }

  /// The owner that an instance of a module will be.
  init(module id: ModuleID, name: String, order: Int, isMain: Bool, journal: Journal) {
    self.name = name
    self.journal = journal
    entry = ModuleEntry(
      change: .freed, id: id, name: name, order: order, isMain: isMain, owner: self.id, atNanoseconds: 0,
      tookNanoseconds: nil, handles: [], reason: nil)
    state = Locked(State(isUnderConstruction: true))
  }

  /// The owner whose module is being created, if one is.
  @TaskLocal private static var current: Owner?

  /// The owner that bags made now belong to: the module that is being created. Tasks that were started meanwhile
  /// inherit the value, but not for longer than it is true.
  static var underConstruction: Owner? {
    guard let current, current.state.withLock(\.isUnderConstruction) else { return nil }
    return current
  }

  /// Creates the module that this owner stands for; bags made meanwhile are its own.
  func construct<Made>(_ make: () throws -> (module: AnyObject, made: Made)) rethrows -> (AnyObject, Made) {
    defer { state.withLock { $0.isUnderConstruction = false } }
    let (module, made) = try Self.$current.withValue(self, operation: make)
    unsafe self.module = module
    return (module, made)
  }

  /// Runs something that is no part of the creation under way, though it happens within it.
  static func outsideOfConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.acquired += 1
      return state.acquired
    }
  }

  func openBag() { state.withLock { $0.openBags += 1 } }

  /// Notes that a bag has been emptied because its holder died. When that was the last one and the module is dead, that
  /// is its end; a bag of some helper may go before.
  func closeBag() {
    let isLast = state.withLock { state in
      state.openBags -= 1
      return state.openBags == 0
    }
    if isLast, unsafe module == nil { noteFreed() }
  }

  /// Notes that the composite has let go of the module.
  func noteRemoved(at time: UInt64) { state.withLock { $0.removedAt = time } }

  /// When the composite let go of the module.
  var removedAt: UInt64? { state.withLock(\.removedAt) }

  /// Writes down, once, that the module is dead; before its removal that means nothing.
  func noteFreed() {
    guard let journal, var entry else { return }
    let removedAt = state.withLock { state -> UInt64? in
      guard !state.isFreed, let removedAt = state.removedAt else { return nil }
      state.isFreed = true
      return removedAt
    }
    guard let removedAt else { return }
    entry.atNanoseconds = journal.now
    entry.tookNanoseconds = entry.atNanoseconds - min(removedAt, entry.atNanoseconds)
    journal.append(.module(entry))
  }
}
