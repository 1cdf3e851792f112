#if CommandLine
import DequeModule
import ModuleLifecycle
import Recordings

/// The deliveries that wait for modules that are starting, oldest first.
struct HeldDeliveries: Sendable, Equatable {
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
  func since(_ dispatch: DispatchID, for module: ModuleID) -> UInt64? {
    waiting.first { $0.dispatch == dispatch && $0.module == module }?.since
  }

  mutating func note(_ dispatch: DispatchEntry) {
    if dispatch.heldNanoseconds != nil, let followed = dispatch.follows {
      for span in dispatch.handlers { end(of: followed, for: span.moduleID) }
    }
    for module in dispatch.handlers.held {
      if waiting.count == Self.limit { waiting.removeFirst() }
      waiting.append(
        Delivery(dispatch: dispatch.id, event: dispatch.event, module: module, since: dispatch.atNanoseconds))
    }
  }

  mutating func note(_ warning: WarningEntry) {
    guard warning.kind == .notDelivered, let dispatch = warning.dispatch, let module = warning.moduleID else { return }
    end(of: dispatch, for: module)
  }

  private mutating func end(of dispatch: DispatchID, for module: ModuleID) {
    waiting.removeAll { $0.dispatch == dispatch && $0.module == module }
  }
}
#endif
