/// One owned object, as its bag keeps it until it goes: 64 bytes, and nothing allocated for it.
///
/// It is never copied, so that whoever takes it out of the bag is the only one to have its cleanup.
struct OwnedRow: ~Copyable, Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: ~Copyable, Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
    /// Begins it. Gives its end if that has yet to come.
    case beginning(@Sendable () -> CleanupEnd?)
    /// The same of work that is cancelled: several may end side by side.
    case cancelling(@Sendable () -> CleanupEnd?)
  }

  /// Empty for an object without a name.
  let name: String
  let id: UInt64
  let extras: OwnedExtras?
  /// `nil` in a place whose object has gone.
  let cleanup: Cleanup?
  /// Where the kind stands among the bag's kinds.
  let tally: UInt32
  /// The owner's count when it was acquired; it stays when the object has gone.
  let number: UInt32
  /// Of the name and kind; 0 for an object without a name.
  let hash: UInt32

  init(
    name: String, id: UInt64, extras: OwnedExtras?, cleanup: consuming Cleanup?, tally: UInt32, number: UInt32,
    hash: UInt32
  ) {
    self.name = name
    self.id = id
    self.extras = extras
    self.cleanup = cleanup
    self.tally = tally
    self.number = number
    self.hash = hash
  }

  /// What is left in the place of an object that has gone.
  init(vacatedBy number: UInt32) {
    name = ""
    id = 0
    extras = nil
    cleanup = nil
    tally = 0
    self.number = number
    hash = 0
  }

  var isVacant: Bool {
    switch cleanup {
    case .none: true
    case .some: false
    }
  }

  var needsMainActor: Bool {
    switch cleanup {
    case .some(.onMainActor): true
    case .some(.anywhere): false
    case .some(.beginning): false
    case .some(.cancelling): false
    case .none: false
    }
  }

  /// Whether the cleanup may go on after it has begun.
  var isAsynchronous: Bool {
    switch cleanup {
    case .some(.beginning): true
    case .some(.cancelling): true
    case .some(.anywhere): false
    case .some(.onMainActor): false
    case .none: false
    }
  }

  /// Whether it is work that is cancelled.
  var isCancelling: Bool {
    switch cleanup {
    case .some(.cancelling): true
    case .some(.beginning): false
    case .some(.anywhere): false
    case .some(.onMainActor): false
    case .none: false
    }
  }

  /// - Returns: The end of the cleanup, if that has yet to come.
  func run() -> CleanupEnd? {
    switch cleanup {
    case .some(.anywhere(let body)): body()
    case .some(.onMainActor(let body)): MainActor.assumeIsolated { body() }
    case .some(.beginning(let body)): return body()
    case .some(.cancelling(let body)): return body()
    case .none: break
    }
    return nil
  }

  func bears(_ name: String, tally: UInt32, hash: UInt32) -> Bool {
    self.hash == hash && self.tally == tally && self.name == name
  }
}
