/// Who owns: one instance of a module, or any object that has a bag of its own.
///
/// It outlives what it stands for, so that the journal can still name it; it never keeps it alive.
final class Owner: Sendable {
  private struct State: Sendable {
    var openBags = 0
    var acquired = 0
    var removedAt: UInt64?
    var isFreed = false
  }

  let id = Identifiers.nextOwner()
  let name: String
  let journal: Journal?
  /// The entry that says that the module was freed, save for when; `nil` for an owner that is no module.
  private let module: ModuleEntry?
  private let state = Locked(State())

  /// An owner that is no module.
  init(name: String, journal: Journal?) {
    self.name = name
    self.journal = journal
    module = nil
  }

  /// The owner that an instance of a module will be.
  init(module id: ModuleID, name: String, order: Int, isMain: Bool, journal: Journal) {
    self.name = name
    self.journal = journal
    module = ModuleEntry(
      change: .freed, id: id, name: name, order: order, isMain: isMain, owner: self.id, atNanoseconds: 0,
      tookNanoseconds: nil, handles: [], reason: nil)
  }

  /// The owner whose module is being created, if one is: bags made meanwhile are its own.
  @TaskLocal static var underConstruction: Owner?

  func nextNumber() -> Int {
    state.withLock { state in
      state.acquired += 1
      return state.acquired
    }
  }

  func openBag() { state.withLock { $0.openBags += 1 } }

  /// Notes that a bag has been emptied because its holder died. With the last one, the module is gone.
  func closeBag() {
    let isLast = state.withLock { state in
      state.openBags -= 1
      return state.openBags == 0
    }
    if isLast { noteFreed() }
  }

  /// Notes that the composite has let go of the module.
  func noteRemoved(at time: UInt64) { state.withLock { $0.removedAt = time } }

  /// Writes down, once, that the module's memory was given back; before its removal that means nothing.
  func noteFreed() {
    guard let journal, var entry = module else { return }
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
