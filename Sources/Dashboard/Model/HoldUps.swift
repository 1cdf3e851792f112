#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// The objects that are being cleaned asynchronously since the shutdown began, so that it waits for them.
struct HoldUps: Sendable, Equatable {
  /// One module, service or object that takes its time.
  struct Wait: Sendable, Equatable {
    /// Whether the launch waits, and not the shutdown.
    let isLaunch: Bool
    /// The module.
    let name: String
    /// Which of its objects is being cleaned, where it is one.
    var object: String?
    let since: UInt64
    var owner: UInt64?
  }

  private var objects: OrderedDictionary<UInt64, Wait> = [:]
  private var isShuttingDown = false

  /// More are not kept: the first is the one that is shown.
  private static let most = 64

  /// What has been waited for the longest.
  var first: Wait? { objects.values.first }

  mutating func fold(_ entry: ModuleEntry) {
    switch entry.change {
    case .removed where entry.cause == .teardown || entry.cause == .launchAborted: isShuttingDown = true
    case .registered, .broughtBack: self = HoldUps()
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
    // It goes on without the owner's object.
    guard warning.kind == .shutDownHeldUp, warning.limitNanoseconds != nil else { return }
    objects.removeAll { $0.value.owner == warning.ownerID }
  }
}

extension ApplicationModel {
  /// What the launch or the shutdown has waited for the longest: a module that starts, a service that was asked to shut
  /// down, or else an object. Costs a look at each module.
  var holdUp: HoldUps.Wait? {
    let waiting = modules.rows.filter { $0.isPresent && ($0.stage == .starting || $0.stage == .stopping) }
    guard let row = waiting.min(by: { $0.stageNanoseconds ?? 0 < $1.stageNanoseconds ?? 0 }) else {
      return holdUps.first
    }
    return HoldUps.Wait(isLaunch: row.stage == .starting, name: row.name, since: row.stageNanoseconds ?? 0)
  }
}

extension ModuleStage {
  /// The stage as a row shows it, in at most seven columns.
  var word: String {
    switch self {
    case .starting: "starts"
    case .started: "runs"
    case .stopping: "stops"
    default: rawValue
    }
  }

  /// The stage as a sentence says it, after the module's name.
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
