/// A module's role in its composite.
public enum ModuleRole: Sendable {
  /// An ordinary module.
  case ordinary
  /// The module that owns the window. There is at most one, and it can't be removed or switched off.
  case main
}

/// A snapshot of one module of a composite.
public struct ModuleStatus: Sendable, Equatable {
  /// The id of the registration. It stays the same when the module is removed and brought back.
  public package(set) var id: ModuleID
  /// The module's name.
  public package(set) var name: String
  /// The module's position in the order of the calls, starting at 1.
  public package(set) var order: Int
  /// Whether the module is the main module of the outermost composite.
  public package(set) var isMain: Bool
  /// Whether the module exists now. A removed module keeps its position.
  public package(set) var isPresent: Bool
  /// Whether the module is switched on. One that was registered switched off is not created until it is switched on.
  public package(set) var isOn: Bool
  /// The owner number of the present instance. `nil` when the module is not present.
  package var owner: OwnerID?
  /// What an experiment does to the module now; `nil` if none does, or if the module has been created.
  package var experiment: ModuleEntry.Cause?
  /// The names of the modules that must be called before this one.
  package var after: [String]
  /// Whether the launch is aborted when the module throws in it.
  public package(set) var isRequired: Bool
  /// The composite that the module is nested in, itself a module. `nil` in the outermost composite.
  package var parent: ModuleID?
  /// The names of the events that the module handles, or handled before it was removed.
  public package(set) var handles: [String]
  /// When the creation of the present instance began, since the journal's start. `nil` when the module
  /// is not present.
  package var createdNanoseconds: UInt64?
  /// How long the creation took. `nil` when the module is not present.
  public var creation: Duration? { creationNanoseconds.map { .nanoseconds($0) } }
  package var creationNanoseconds: UInt64?
  /// How much of the creation was spent computing and waiting for a processor. `nil` when not measured.
  package var computingNanoseconds, waitingNanoseconds: UInt64?
  /// How far the asynchronous work of the present instance has come. `nil` when there is none, or it has not begun.
  public package(set) var stage: ModuleStage?
  /// When the module reached that stage, since the journal's start. `nil` when `stage` is.
  package var stageNanoseconds: UInt64?

  package init(
    id: ModuleID, name: String, order: Int, isMain: Bool = false, isPresent: Bool = true, isOn: Bool = true,
    owner: OwnerID? = nil, after: [String] = [], isRequired: Bool = false, parent: ModuleID? = nil,
    handles: [String] = [], createdNanoseconds: UInt64? = nil, creationNanoseconds: UInt64? = nil,
    stage: ModuleStage? = nil, stageNanoseconds: UInt64? = nil
  ) {
    self.id = id
    self.name = name
    self.order = order
    self.isMain = isMain
    self.isPresent = isPresent
    self.isOn = isOn
    self.owner = owner
    self.after = after
    self.isRequired = isRequired
    self.parent = parent
    self.handles = handles
    self.createdNanoseconds = createdNanoseconds
    self.creationNanoseconds = creationNanoseconds
    self.stage = stage
    self.stageNanoseconds = stageNanoseconds
  }
}

extension ModuleStatus {
  /// The creation time of the present instance by kind: computing, waiting for a processor, blocked. `nil` when not
  /// measured.
  package var breakdown: TimeBreakdown? {
    creationNanoseconds.flatMap {
      TimeBreakdown(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds)
    }
  }
}

extension CompositeDelegate {
  /// The status of all modules, in the order of the calls. Removed modules keep their positions. The modules of a
  /// nested composite follow it.
  public var modules: [ModuleStatus] {
    var modules: [ModuleStatus] = []
    forEachSlot { _, slot in
      modules.append(status(of: slot))
      return true
    }
    return modules
  }

  func status(of slot: ModuleSlot) -> ModuleStatus {
    let stage = slot.owner?.stage
    var status = ModuleStatus(
      id: slot.id, name: slot.name, order: slot.record.order, isMain: slot.record.label.isMain,
      isPresent: slot.module != nil, isOn: slot.isOn, owner: slot.owner?.id, after: slot.after,
      isRequired: slot.isRequired, parent: slot.record.parent, handles: slot.record.handles,
      createdNanoseconds: slot.creation?.start, creationNanoseconds: slot.creation?.took,
      stage: stage?.stage, stageNanoseconds: stage?.since)
    status.experiment = slot.isMissing ? slot.experiment : nil
    if let times = slot.creation?.times { (status.computingNanoseconds, status.waitingNanoseconds) = times.fields }
    return status
  }
}

/// How far a module's asynchronous work has come: the work of a `StartingModule` or of a service. Later versions may
/// add stages.
public struct ModuleStage: RecordedWord, CustomStringConvertible {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The stage's name in the journal's format.
  public var description: String { rawValue }

  /// The start has begun.
  public static let starting = ModuleStage(rawValue: "starting")
  /// A module's `start()` has returned, or a service's `run()` was called.
  public static let started = ModuleStage(rawValue: "started")
  /// A service reports that it is ready for use.
  public static let ready = ModuleStage(rawValue: "ready")
  /// A service was asked to shut down.
  public static let stopping = ModuleStage(rawValue: "stopping")
  /// A service's `run()` has returned.
  public static let stopped = ModuleStage(rawValue: "stopped")
  /// `start()` or `run()` threw an error.
  public static let failed = ModuleStage(rawValue: "failed")
}

extension ModuleEntry {
  /// The stage that the module has reached. `nil` if the entry records another kind of change.
  public var stage: ModuleStage? {
    switch change {
    case .starting, .started, .ready, .stopping: ModuleStage(rawValue: change.rawValue)
    case .stopped: error == nil ? .stopped : .failed
    default: nil
    }
  }
}
