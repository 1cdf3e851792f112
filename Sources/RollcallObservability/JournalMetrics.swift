#if Observability
import CoreMetrics
import ModuleLifecycle

/// Counts the entries of a composite's journal, off the main actor.
///
/// Instruments are created once, at most `most` of a kind. Values for further keys are counted as "other".
nonisolated final class JournalMetrics: Observer {
  private let reading: Task<Void, Never>
  /// The highest number of instruments of a kind.
  static let most = 1_000

  @MainActor init(of composite: CompositeDelegate, by factory: any MetricsFactory) {
    let (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let reader = composite.journal.reader(from: .next) { wake.yield() }
    let live = composite.ownedObjects.count
    reading = Task { @concurrent [weak composite] in
      var instruments = Instruments(factory, liveObjects: live)
      // The reader wakes it only after it has read everything.
      wake.yield()
      for await _ in news {
        while !Task.isCancelled, case let entries = reader.readAny(limit: 1_024), !entries.isEmpty {
          for entry in entries { instruments.count(entry) }
          // The dropped entries may have been about objects.
          if case .gap? = entries.first, let count = await composite?.ownedObjects.count {
            instruments.liveObjects = count
          }
        }
      }
    }
  }

  deinit { reading.cancel() }
}

/// The instruments and their last values.
private struct Instruments {
  private struct Key: Hashable {
    let event: String
    let module: String

    var dimensions: [(String, String)] { [("event", event), ("module", module)] }
  }

  private let factory: any MetricsFactory
  private var dispatches: [String: Timer] = [:]
  private var handlers: [Key: Timer] = [:]
  private var failures: [Key: Counter] = [:]
  private var warnings: [String: Counter] = [:]
  private let live: Meter

  var liveObjects: Int { didSet { live.set(liveObjects) } }

  init(_ factory: any MetricsFactory, liveObjects: Int) {
    self.factory = factory
    self.liveObjects = liveObjects
    live = Meter(label: "rollcall_owned_objects", dimensions: [], factory: factory)
    live.set(liveObjects)
  }

  mutating func count(_ entry: AnyEntry) {
    switch entry {
    case .dispatch(let dispatch): count(dispatch)
    case .warning(let warning):
      let factory = factory
      warnings.instrument(for: warning.kind.rawValue, other: "other") { kind in
        Counter(label: "rollcall_warnings", dimensions: [("kind", kind)], factory: factory)
      }.increment()
    case .owned: liveObjects += 1
    case .released: liveObjects = max(0, liveObjects - 1)
    default: break
    }
  }

  private mutating func count(_ dispatch: DispatchEntry) {
    let factory = factory
    dispatches.instrument(for: dispatch.event, other: "other") { event in
      Timer(label: "rollcall_dispatch_duration", dimensions: [("event", event)], factory: factory)
    }.recordNanoseconds(Int64(clamping: dispatch.totalNanoseconds))
    for row in dispatch.handlers where row.part == nil && row.wasCalled {
      let (key, other) = (Key(event: dispatch.event, module: row.module), Key(event: "other", module: "other"))
      handlers.instrument(for: key, other: other) { key in
        Timer(label: "rollcall_handler_duration", dimensions: key.dimensions, factory: factory)
      }.recordNanoseconds(Int64(clamping: row.totalNanoseconds))
      guard row.outcome == .threw else { continue }
      failures.instrument(for: key, other: other) { key in
        Counter(label: "rollcall_handler_failures", dimensions: key.dimensions, factory: factory)
      }.increment()
    }
  }
}

extension Dictionary {
  /// The instrument for a key, created if there is none. If there are too many, the instrument for `other`.
  fileprivate mutating func instrument(for key: Key, other: Key, make: (Key) -> Value) -> Value {
    if let known = self[key] { return known }
    let key = count < JournalMetrics.most - 1 ? key : other
    if let known = self[key] { return known }
    let made = make(key)
    self[key] = made
    return made
  }
}
#endif
