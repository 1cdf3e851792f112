/// The state of an application now, or right before an entry that its journal still has.
package struct ApplicationStanding: Sendable {
  /// An owner that should be gone.
  fileprivate struct Departing {
    let owner: OwnerID
    /// When it was released.
    let since: UInt64
    let entry: AnyEntry
  }

  /// The application's name.
  package let name: String
  /// The application's lifecycle state; `nil` when it is no longer known.
  package private(set) var state: ApplicationState?
  /// When it had been launched, in nanoseconds since the journal's start; `nil` if it had not been.
  package private(set) var launchedAt: UInt64?
  /// Its modules. A removed module has the instance that is still alive.
  package private(set) var modules: [ModuleStatus]
  /// How long events may take.
  package let budgets: EventBudgets
  /// How each event's votes are combined, as text that completes "The answer is …".
  package let rules: [String: String]

  /// The owner that was released first comes first.
  private var departing: [Departing]
  /// The objects that are live or being cleaned asynchronously.
  private var owned: [OwnedEntry]
  private var releasing: [ReleasingEntry]

  /// Entries that report what already exists: owners that should be gone, objects, and cleanups that have begun.
  ///
  /// - Parameter time: The time to report for the acquisition of objects. The real time is no longer known.
  package func prologue(at time: UInt64) -> [AnyEntry] {
    departing.map(\.entry)
      + owned.map { object in
        var object = object
        object.atNanoseconds = time
        return .owned(object)
      } + releasing.map { .releasing($0) }
  }

  /// Reverts what entries report, so that everything is as it was before the first of them.
  ///
  /// The old position of a moved module is not recorded. The module keeps its later position.
  fileprivate mutating func takeBack(_ kept: KeptFacts) {
    if kept.tellsState { state = kept.stateBefore }
    if kept.hasLaunch { launchedAt = nil }
    departing.removeAll { kept.departing.contains($0.owner) }
    owned.removeAll { kept.acquired.contains($0.id) }
    releasing.removeAll { kept.releasing.contains($0.id) }
    var statuses = Dictionary(modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in kept.modules.reversed() {
      if entry.change == .unregistered, statuses[entry.id] == nil {
        let status = ModuleStatus(takingBack: entry)
        let next = modules.firstIndex { $0.parent == status.parent && $0.order >= status.order }
        modules.insert(status, at: next ?? modules.endIndex)
        statuses[entry.id] = status
      }
      guard var status = statuses[entry.id] else { continue }
      switch entry.change {
      case .registered:
        statuses[entry.id] = nil
        continue
      case .removed: status.become(isPresent: true, isOn: entry.isOn, owner: entry.owner)
      case .broughtBack: status.become(isPresent: false, isOn: true, owner: nil)
      case .switchedOff: status.isOn = true
      // A module that was registered switched off was created then.
      case .switchedOn where entry.tookNanoseconds != nil:
        status.become(isPresent: false, isOn: false, owner: nil)
        status.experiment = entry.cause
      case .switchedOn: status.isOn = false
      // The stage before that is not recorded.
      case _ where entry.stage != nil: (status.stage, status.stageNanoseconds) = (nil, nil)
      default: break
      }
      statuses[entry.id] = status
    }
    modules = modules.compactMap { statuses[$0.id] }
  }
}

extension ModuleStatus {
  /// A module whose position has gone, as it was right before. The modules that it had to follow are no longer known.
  fileprivate init(takingBack entry: ModuleEntry) {
    self.init(
      id: entry.id, name: entry.name, order: entry.order, isMain: entry.isMain, isPresent: false, isOn: entry.isOn,
      parent: entry.parent, handles: entry.handles)
  }
}

extension Journal {
  /// The states of the applications that write to this journal, nearly always one, right before an entry, and the
  /// current time. Examines everything that is kept from that entry on.
  @MainActor package func standings(before sequence: UInt64) -> (now: UInt64, standings: [ApplicationStanding]) {
    var standings = standings
    let now = now
    // Read after the standings, so that what happens in between is not in both.
    let kept = KeptFacts(of: self, from: sequence)
    for index in standings.indices { standings[index].takeBack(kept) }
    return (now, standings)
  }
}

extension ApplicationStanding {
  /// The current state of a composite's application.
  @MainActor init(of composite: CompositeDelegate) {
    let application = composite.application
    let objects = application.ownership.unreleased(
      live: { row, _ in (row.acquisition, ReleasingEntry?.none) },
      releasing: { ($0.row.acquisition, $0.entry) })
    self.init(
      name: composite.name, state: application.state, launchedAt: application.memory.launchedAt,
      modules: composite.modulesWithOwners, budgets: application.budgets,
      rules: Dictionary(
        application.catalog.types.map { ($0.name, $0.policyRule) }, uniquingKeysWith: { first, _ in first }),
      departing: application.departing, owned: objects.map(\.0), releasing: objects.compactMap(\.1))
  }
}

extension CompositeDelegate {
  /// The modules. A removed module has the instance that is still alive.
  fileprivate var modulesWithOwners: [ModuleStatus] {
    let owners = Dictionary(
      application.expectations.all.compactMap { expectation in
        expectation.owner.record.map { ($0.id, expectation.owner.id) }
      }, uniquingKeysWith: { _, last in last })
    return modules.map { module in
      var module = module
      if !module.isPresent, let owner = owners[module.id] {
        module.become(isPresent: false, isOn: module.isOn, owner: owner)
      }
      return module
    }
  }
}

extension Application {
  /// The owners that should be gone but are not. The one that was released first comes first.
  fileprivate var departing: [ApplicationStanding.Departing] {
    let all = expectations.alive.map { expectation in
      ApplicationStanding.Departing(
        owner: expectation.owner.id, since: expectation.armedAt,
        entry: expectation.isOverdue ? .overdue(overdueEntry(about: expectation)) : .owner(expectation.entry))
    }
    return all.sorted { ($0.since, $0.owner) < ($1.since, $1.owner) }
  }
}

extension LifecycleEvent {
  /// How the event's votes are combined, as text that completes "The answer is …".
  fileprivate static var policyRule: String { policy.rule }
}

extension ModuleStatus {
  /// Changes the state, and perhaps the instance. A new instance has no known creation times.
  fileprivate mutating func become(isPresent: Bool, isOn: Bool, owner: OwnerID?) {
    (self.isPresent, self.isOn) = (isPresent, isOn)
    if self.owner == owner { return }
    (self.owner, createdNanoseconds, creationNanoseconds) = (owner, nil, nil)
    (computingNanoseconds, waitingNanoseconds) = (nil, nil)
    (stage, stageNanoseconds) = (nil, nil)
  }
}

/// The facts that a journal's entries report from one entry on. A prologue before that entry must not report them too.
struct KeptFacts: Sendable {
  /// Whether an entry reports the application's state.
  private(set) var tellsState = false
  /// The state before the first such entry; `nil` when it is no longer known.
  private(set) var stateBefore: ApplicationState?
  private(set) var hasLaunch = false
  private(set) var modules: [ModuleEntry] = []
  /// The objects whose acquisition is reported.
  private(set) var acquired: Set<UInt64> = []
  /// The objects whose asynchronous cleanup is reported as begun.
  private(set) var releasing: Set<UInt64> = []
  /// The owners that are reported as expected to go.
  private(set) var departing: Set<OwnerID> = []

  init(of journal: Journal, from sequence: UInt64) {
    let reader = JournalReader(journal: journal, position: sequence, wake: nil)
    while case let entries = reader.readKept(limit: 1_024).entries, !entries.isEmpty {
      for entry in entries { note(entry) }
    }
    if sequence == 0 { stateBefore = .notRunning }
  }

  private mutating func note(_ entry: AnyEntry) {
    switch entry {
    case .dispatch(let dispatch):
      if !tellsState { (tellsState, stateBefore) = (true, dispatch.before.state) }
      if dispatch.event == DidFinishLaunching.name, !dispatch.isReplay { hasLaunch = true }
    case .owned(let object): acquired.insert(object.id)
    case .module(let module):
      modules.append(module)
      if module.change == .removed { departing.insert(module.owner) }
    case .owner(let owner): departing.insert(owner.owner)
    case .releasing(let object): releasing.insert(object.id)
    case .overdue(let overdue): departing.insert(overdue.owner)
    // It reports the state from then on, and not the state before.
    case .state: tellsState = true
    default: break
    }
  }
}
