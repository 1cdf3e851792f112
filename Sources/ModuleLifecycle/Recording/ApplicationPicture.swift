/// How an application stands at one moment, for a recording that begins then.
struct ApplicationPicture: Sendable {
  /// An owner that should be gone.
  struct Departing: Sendable {
    let owner: UInt64
    /// When it was let go of.
    let since: UInt64
    let entry: JournalEntry
  }

  /// An object that is live, or is being cleaned asynchronously.
  struct Object: Sendable {
    let owned: OwnedRows.Live
    let owner: OwnerLabel
    /// Says that its cleanup has begun, if it has.
    var releasing: ReleasingEntry?
  }

  var name: String
  var state: ApplicationState
  var launchedAt: UInt64?
  var modules: [ModuleStatus]
  var budgets: Budgets
  var rules: [String: String]
  var objects: [Object]
  var departing: [Departing]
}

extension CompositeDelegate {
  /// How the application stands.
  var picture: ApplicationPicture {
    let objects = scope.unreleased(
      live: { ApplicationPicture.Object(owned: $1, owner: $0.owner.label) },
      releasing: { ApplicationPicture.Object(owned: $0.object, owner: $0.owner.label, releasing: $0.entry) })
    return ApplicationPicture(
      name: name, state: state, launchedAt: stack.memory.launchedAt, modules: modulesWithOwners, budgets: budgets,
      rules: Dictionary(catalog.types.map { ($0.name, $0.policyRule) }, uniquingKeysWith: { first, _ in first }),
      objects: objects, departing: departing)
  }

  /// The modules, removed ones with the instance that lives on.
  private var modulesWithOwners: [ModuleStatus] {
    let owners = Dictionary(
      expectations.compactMap { expectation in expectation.moduleID.map { ($0, expectation.ownerID) } },
      uniquingKeysWith: { _, last in last })
    return modules.map { module in
      guard !module.isPresent, let owner = owners[module.id] else { return module }
      return module.with(isPresent: false, isOn: module.isOn, owner: owner)
    }
  }

  /// Those who should be gone and are not, the one that was let go of first, first.
  private var departing: [ApplicationPicture.Departing] {
    let all = nested.flatMap(\.departing) + expectations.filter(\.isAlive).map(departing)
    return all.sorted { ($0.since, $0.owner) < ($1.since, $1.owner) }
  }

  private func departing(_ expectation: ReleaseExpectation) -> ApplicationPicture.Departing {
    let (name, owner, now) = (expectation.name, expectation.ownerID, journal.now)
    guard expectation.isOverdue else {
      return ApplicationPicture.Departing(
        owner: owner, since: expectation.armedAt,
        entry: .owner(
          OwnerEntry(
            change: .expected, owner: owner, name: name, atNanoseconds: expectation.armedAt,
            tookNanoseconds: UInt64(nanoseconds: expectation.grace))))
    }
    let holder = expectations.first { $0.isOverdue && $0 !== expectation && expectation.isChild(of: $0) }
    return ApplicationPicture.Departing(
      owner: owner, since: expectation.armedAt,
      entry: .overdue(
        OverdueEntry(
          id: expectation.moduleID, name: name, owner: owner, atNanoseconds: now,
          afterNanoseconds: now - min(expectation.armedAt, now), hints: hints(about: expectation),
          mutedBy: holder?.name)))
  }
}

extension LifecycleEvent {
  /// How its votes are combined, in words that complete "The answer is …".
  fileprivate static var policyRule: String { policy.rule }
}

extension ApplicationPicture {
  /// Takes back what entries tell, so that the modules are as they were before the first of them.
  ///
  /// A place that a module was moved away from is not told, and stays the later one.
  mutating func undo(_ entries: [ModuleEntry]) {
    var statuses = Dictionary(modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries.reversed() {
      guard let now = statuses[entry.id] else { continue }
      switch entry.change {
      case .registered: statuses[entry.id] = nil
      case .removed: statuses[entry.id] = now.with(isPresent: true, isOn: entry.isOn, owner: entry.owner)
      case .broughtBack: statuses[entry.id] = now.with(isPresent: false, isOn: true, owner: nil)
      case .switchedOff: statuses[entry.id] = now.with(isPresent: now.isPresent, isOn: true, owner: now.owner)
      case .switchedOn:
        // One that was registered switched off was created then.
        let isNew = entry.tookNanoseconds != nil
        statuses[entry.id] = now.with(isPresent: !isNew, isOn: false, owner: isNew ? nil : now.owner)
      default: break
      }
    }
    modules = modules.compactMap { statuses[$0.id] }
  }
}

extension ModuleStatus {
  /// The same with another instance, or in another state; when the instance was created is only known of its own.
  func with(isPresent: Bool, isOn: Bool, owner: UInt64?) -> ModuleStatus {
    let status = ModuleStatus(
      id: id, name: name, order: order, isMain: isMain, isPresent: isPresent, isOn: isOn, owner: owner, after: after,
      isRequired: isRequired, parent: parent, handles: handles)
    return status.with(creation: self.owner == owner ? creation : nil)
  }

  /// The same with another creation.
  func with(creation: (start: UInt64, took: UInt64)?) -> ModuleStatus {
    ModuleStatus(
      id: id, name: name, order: order, isMain: isMain, isPresent: isPresent, isOn: isOn, owner: owner, after: after,
      isRequired: isRequired, parent: parent, handles: handles, createdNanoseconds: creation?.start,
      creationNanoseconds: creation?.took)
  }

  private var creation: (start: UInt64, took: UInt64)? {
    guard let createdNanoseconds, let creationNanoseconds else { return nil }
    return (createdNanoseconds, creationNanoseconds)
  }
}
