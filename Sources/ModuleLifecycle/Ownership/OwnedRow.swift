/// One owned object, as its bag keeps it until it goes: 56 bytes, and nothing allocated for it.
///
/// It is never copied, so that only the code that takes it out of the bag has its cleanup.
struct OwnedRow: ~Copyable, Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: ~Copyable, Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
    /// Begins it. Gives its end if that has yet to come.
    case beginning(@Sendable () -> CleanupEnd?)
    /// The same of work that is cancelled: several may end side by side.
    case cancelling(@Sendable () -> CleanupEnd?)
    /// The object has gone from this place.
    case gone
  }

  /// What a cleanup is like, without the cleanup.
  enum Manner: Sendable {
    case anywhere, onMainActor, beginning, cancelling, gone

    /// Whether the cleanup may go on after it has begun.
    var isAsynchronous: Bool { self == .beginning || self == .cancelling }
  }

  /// Empty for an object without a name.
  let name: String
  let id: UInt64
  let declaration: OwnedDeclaration?
  let cleanup: Cleanup
  // In this order the three fit behind the cleanup, whose 17 bytes would else make the row 64 bytes large.
  /// Whether its owner gave it the name: no other object of its kind has it then.
  let isNamed: Bool
  /// The bag's number of its kind.
  let kind: UInt16
  /// The owner's count when it was acquired; it stays when the object has gone.
  let number: UInt32

  init(
    name: String, id: UInt64, declaration: OwnedDeclaration?, cleanup: consuming Cleanup, number: UInt32, kind: UInt16,
    isNamed: Bool
  ) {
    self.name = name
    self.id = id
    self.declaration = declaration
    self.cleanup = cleanup
    self.number = number
    self.kind = kind
    self.isNamed = isNamed
  }

  /// What is left in the place of an object that has gone.
  init(vacatedBy number: UInt32) {
    self.init(name: "", id: 0, declaration: nil, cleanup: .gone, number: number, kind: 0, isNamed: false)
  }

  var manner: Manner {
    switch cleanup {
    case .anywhere: .anywhere
    case .onMainActor: .onMainActor
    case .beginning: .beginning
    case .cancelling: .cancelling
    case .gone: .gone
    }
  }

  /// - Returns: The end of the cleanup, if that has yet to come.
  func run() -> CleanupEnd? {
    switch cleanup {
    case .anywhere(let body): body()
    case .onMainActor(let body): MainActor.assumeIsolated { body() }
    case .beginning(let body): return body()
    case .cancelling(let body): return body()
    case .gone: break
    }
    return nil
  }

  func bears(_ name: String, _ kind: UInt16, isNamed: Bool) -> Bool {
    self.kind == kind && self.isNamed == isNamed && self.name == name
  }
}
