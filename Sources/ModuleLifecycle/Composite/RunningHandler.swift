import Synchronization

/// The handler that is running at this moment.
public struct RunningHandler: Sendable, Equatable {
  /// The module's name.
  public let module: String
  /// The event's name.
  public let event: String
  /// When it was called, counted from the journal's start.
  public let sinceNanoseconds: UInt64

  /// A running handler; composites make them, and so does a source that reads from elsewhere.
  public init(module: String, event: String, sinceNanoseconds: UInt64) {
    self.module = module
    self.event = event
    self.sinceNanoseconds = sinceNanoseconds
  }
}

/// A name that is never freed, so that any thread and any signal handler may read it at any time.
struct ImmortalName: Sendable {
  /// The address of the name's bytes, which end with a zero.
  let address: UInt

  private static let known = Locked<[String: ImmortalName]>([:])

  /// The name's only copy. Memory is spent once for each different name.
  static func of(_ name: String) -> ImmortalName {
    known.withLock { known in
      if let name = known[name] { return name }
      let bytes = Array(name.utf8)
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
      _ = unsafe copy.initialize(from: bytes + [0])
      let immortal = ImmortalName(address: UInt(bitPattern: copy.baseAddress))
      known[name] = immortal
      return immortal
    }
  }

  static func text(at address: UInt) -> String? {
    guard let bytes = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return nil }
    return unsafe String(cString: bytes)
  }
}

/// Where a composite says which handler it is in, for those who cannot ask: a dashboard while the main actor is busy,
/// a crash handler while the program dies.
///
/// Publishing is three plain stores for each handler. A reader on another thread may catch the moment between two of
/// them, and then sees a handler that was just left.
@safe public final class RunningHandlerSlot: Sendable {
  // Raw memory and not members, because a signal handler needs addresses that stay.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Atomic<UInt>>
  private let since = Atomic<UInt64>(0)
  private let origin: UInt64

  /// - Parameter origin: The clock's reading that times are counted from.
  init(origin: UInt64) {
    self.origin = origin
    unsafe cells = .allocate(capacity: 2)
    unsafe cells.initialize(to: Atomic(0))
    unsafe (cells + 1).initialize(to: Atomic(0))
  }

  deinit {
    unsafe cells.deinitialize(count: 2)
    unsafe cells.deallocate()
  }

  /// The handler that is running; `nil` between dispatches. Safe on any thread.
  public var current: RunningHandler? {
    guard let module = ImmortalName.text(at: unsafe cells[0].load(ordering: .acquiring)),
      let event = ImmortalName.text(at: unsafe cells[1].load(ordering: .acquiring))
    else { return nil }
    let time = since.load(ordering: .relaxed)
    return RunningHandler(module: module, event: event, sinceNanoseconds: time - min(origin, time))
  }

  /// The address of a `const char *` with the running module's name, null between dispatches, for a signal handler.
  ///
  /// It is good for as long as this slot lives.
  public var signalSafeModule: UnsafeRawPointer { unsafe UnsafeRawPointer(cells) }

  /// The address of a `const char *` with the event's name, for a signal handler.
  public var signalSafeEvent: UnsafeRawPointer { unsafe UnsafeRawPointer(cells + 1) }

  func enter(_ module: ImmortalName, since time: UInt64) {
    since.store(time, ordering: .relaxed)
    unsafe cells[0].store(module.address, ordering: .releasing)
  }

  func begin(_ event: ImmortalName) { unsafe cells[1].store(event.address, ordering: .releasing) }

  /// What was published before a nested dispatch, to be put back after it.
  var saved: (module: UInt, event: UInt, since: UInt64) {
    unsafe (
      cells[0].load(ordering: .relaxed), cells[1].load(ordering: .relaxed), since.load(ordering: .relaxed)
    )
  }

  func restore(_ saved: (module: UInt, event: UInt, since: UInt64)) {
    since.store(saved.since, ordering: .relaxed)
    unsafe cells[1].store(saved.event, ordering: .releasing)
    unsafe cells[0].store(saved.module, ordering: .releasing)
  }
}
