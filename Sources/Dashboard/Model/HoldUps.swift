#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// What the launch or the shutdown waits for.
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
  }

  /// The modules that are starting, and the services that were asked to shut down, by their owners.
  private var modules: OrderedDictionary<UInt64, Wait> = [:]
  /// The objects that are being cleaned asynchronously since the shutdown began.
  private var objects: OrderedDictionary<UInt64, (owner: UInt64, wait: Wait)> = [:]
  private var isShuttingDown = false

  /// More are not kept: the first is the one that is shown.
  private static let most = 64

  init(_ modules: [ModuleStatus] = []) {
    for module in modules where module.isPresent {
      note(module.stage, of: module.name, owner: module.owner ?? 0, since: module.stageNanoseconds ?? 0)
    }
  }

  /// What has been waited for the longest.
  var first: Wait? { modules.values.first ?? objects.values.first?.wait }

  mutating func fold(_ entry: ModuleEntry) {
    if let stage = entry.stage { return note(stage, of: entry.name, owner: entry.owner, since: entry.atNanoseconds) }
    switch entry.change {
    case .removed:
      modules[entry.owner] = nil
      if entry.cause == .teardown || entry.cause == .launchAborted { isShuttingDown = true }
    case .registered, .broughtBack: (isShuttingDown, objects) = (false, [:])
    default: break
    }
  }

  mutating func fold(_ entry: ReleasingEntry) {
    guard isShuttingDown || entry.reason == .applicationEnd, objects.count < Self.most else { return }
    let title = OwnedKind(entry.kind).title(of: entry.name)
    objects[entry.id] = (
      entry.ownerID, Wait(isLaunch: false, name: entry.owner, object: title, since: entry.atNanoseconds)
    )
  }

  mutating func fold(_ entry: ReleasedEntry) { objects[entry.id] = nil }

  mutating func fold(_ warning: WarningEntry) {
    // It goes on without the owner's object.
    guard warning.kind == .shutDownHeldUp, warning.limitNanoseconds != nil else { return }
    objects.removeAll { $0.value.owner == warning.ownerID }
  }

  private mutating func note(_ stage: ModuleStage?, of name: String, owner: UInt64, since: UInt64) {
    let isWaitedFor = (stage == .starting || stage == .stopping) && modules.count < Self.most
    modules[owner] = isWaitedFor ? Wait(isLaunch: stage == .starting, name: name, since: since) : nil
  }

  static func == (left: Self, right: Self) -> Bool {
    left.modules == right.modules && left.objects.keys == right.objects.keys
      && left.isShuttingDown == right.isShuttingDown
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
