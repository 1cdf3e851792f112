/// One owned object as its bag keeps it: 56 bytes, with nothing else allocated for it.
///
/// It is never copied. Therefore only the code that takes it out of the bag has its cleanup.
struct OwnedRow: ~Copyable, Sendable {
  /// How to give the resource back, and where that can run.
  enum Cleanup: ~Copyable, Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
    /// Begins the cleanup. Returns its end if that is still to come.
    case beginning(@Sendable () -> CleanupEnd?)
    /// Like `beginning`, for work that is cancelled. Several such cleanups can run side by side.
    case cancelling(@Sendable () -> CleanupEnd?)
    /// The object is no longer in this position.
    case gone
  }

  /// The kind of cleanup, without its closure.
  enum Manner: Sendable {
    case anywhere, onMainActor, beginning, cancelling, gone

    /// Whether the cleanup can continue after it has begun.
    var isAsynchronous: Bool { self == .beginning || self == .cancelling }
  }

  /// Empty for an object without a name.
  let name: String
  let id: UInt64
  let declaration: OwnedDeclaration?
  let cleanup: Cleanup
  // In this order, these three fit behind the cleanup's 17 bytes. Otherwise the row would take 64 bytes.
  /// Whether its owner chose the name, which then belongs to no other object of its kind.
  let isNamed: Bool
  /// The bag's number for its kind.
  let kind: UInt16
  /// The owner's count of objects at its acquisition. It stays when the object has gone.
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

  /// Creates the placeholder for an object that has gone.
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

  /// - Returns: The end of the cleanup if that is still to come.
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
