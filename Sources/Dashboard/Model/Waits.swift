#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// The objects whose asynchronous cleanup the shutdown is waiting for.
struct Waits: Sendable, Equatable {
  /// A module, service or object that the launch or the shutdown is waiting for.
  struct Wait: Sendable, Equatable {
    /// Whether the launch is waiting, not the shutdown.
    let isLaunch: Bool
    /// The name of the module or owner.
    let name: String
    /// The object that is being cleaned; `nil` when the wait is for the module itself.
    var object: String?
    let since: UInt64
    var owner: OwnerID?
  }

  private var objects: OrderedDictionary<UInt64, Wait> = [:]
  private var isShuttingDown = false

  /// The most objects to keep. Only the first is shown.
  private static let most = 64

  /// The longest wait.
  var first: Wait? { objects.values.first }

  mutating func fold(_ entry: ModuleEntry) {
    switch entry.change {
    case .removed where entry.cause == .teardown || entry.cause == .launchAborted: isShuttingDown = true
    case .registered, .broughtBack: self = Waits()
    default: break
    }
  }

  mutating func fold(_ entry: ReleasingEntry) {
    guard isShuttingDown || entry.reason == .applicationEnd, objects.count < Self.most else { return }
    let title = OwnedKind(entry.kind).title(of: entry.name)
    objects[entry.id] = Wait(
      isLaunch: false, name: entry.owner, object: title, since: entry.atNanoseconds, owner: entry.ownerID)
  }

  mutating func fold(_ entry: ReleasedEntry) { objects[entry.id] = nil }

  mutating func fold(_ warning: WarningEntry) {
    // The shutdown continues without the owner's objects.
    guard warning.kind == .shutDownHeldUp, warning.limitNanoseconds != nil else { return }
    objects.removeAll { $0.value.owner == warning.ownerID }
  }
}

extension ApplicationModel {
  /// The longest wait of the launch or the shutdown: for a module that is starting or a service that was asked to shut
  /// down, otherwise for an object. Visits each module.
  var holdUp: Waits.Wait? {
    let waiting = modules.rows.filter { $0.isPresent && ($0.stage == .starting || $0.stage == .stopping) }
    guard let row = waiting.min(by: { $0.stageNanoseconds ?? 0 < $1.stageNanoseconds ?? 0 }) else {
      return waits.first
    }
    return Waits.Wait(isLaunch: row.stage == .starting, name: row.name, since: row.stageNanoseconds ?? 0)
  }
}

extension ModuleStage {
  /// The stage for a row, in at most seven columns.
  var word: String {
    switch self {
    case .starting: "starts"
    case .started: "runs"
    case .stopping: "stops"
    default: rawValue
    }
  }

  /// The stage for a sentence, after the module's name.
  var clause: String {
    switch self {
    case .starting: "is starting"
    case .started: "has started"
    case .ready: "is ready"
    case .stopping: "was asked to shut down"
    case .stopped: "has stopped"
    case .failed: "has failed"
    default: "is \(rawValue)"
    }
  }
}
#endif
