#if CommandLine
import DequeModule
import ModuleLifecycle
import RollcallRecordings

/// The deliveries that wait for modules that are starting, oldest first.
struct WaitingDeliveries: Sendable, Equatable {
  struct Delivery: Sendable, Equatable {
    let dispatch: DispatchID
    let event: String
    let module: ModuleID
    /// When the event was sent, in nanoseconds since the journal's start.
    let since: UInt64
  }

  /// The most to keep. Older ones are forgotten: a recording can lack their ends.
  private static let limit = 1_000

  private var waiting: Deque<Delivery> = []

  var isEmpty: Bool { waiting.isEmpty }

  /// What waits for a module.
  func waiting(for module: ModuleID) -> [Delivery] { waiting.filter { $0.module == module } }

  /// Since when a dispatch's event waits for a module; `nil` if it does not.
  func since(_ dispatch: DispatchEntry, for module: ModuleID) -> UInt64? {
    let first = Self.first(of: dispatch)
    return waiting.first { $0.dispatch == first && $0.module == module }?.since
  }

  /// The dispatch that sent the event: a late module's can be held again.
  private static func first(of dispatch: DispatchEntry) -> DispatchID {
    dispatch.heldNanoseconds == nil ? dispatch.id : dispatch.follows ?? dispatch.id
  }

  mutating func note(_ dispatch: DispatchEntry) {
    if dispatch.heldNanoseconds != nil, !waiting.isEmpty, let followed = dispatch.follows {
      let reached = Set(dispatch.handlers.lazy.map(\.moduleID))
      waiting.removeAll { $0.dispatch == followed && reached.contains($0.module) }
    }
    for module in dispatch.handlers.held {
      if waiting.count == Self.limit { waiting.removeFirst() }
      waiting.append(
        Delivery(
          dispatch: Self.first(of: dispatch), event: dispatch.event, module: module,
          since: dispatch.atNanoseconds.minus(dispatch.heldNanoseconds ?? 0)))
    }
  }

  mutating func note(_ warning: WarningEntry) {
    guard warning.kind == .notDelivered, let dispatch = warning.dispatch, let module = warning.moduleID else { return }
    waiting.removeAll { $0.dispatch == dispatch && $0.module == module }
  }

  /// Keeps what still waits after entries were dropped unread: a module that has started has had it.
  mutating func rejoin(_ modules: [ModuleStatus]) {
    let starting = Set(modules.filter { $0.isPresent && ($0.stage == nil || $0.stage == .starting) }.map(\.id))
    waiting.removeAll { !starting.contains($0.module) }
  }
}
#endif
