/// What a module is to its composite.
public enum ModuleRole: Sendable {
  /// One of many.
  case ordinary
  /// The one that owns the window: there is at most one, and it can't be removed.
  case main
}

/// What a composite says of one of its modules.
public struct ModuleStatus: Sendable, Equatable {
  /// The registration, the same when the module is removed and brought back.
  public var id: ModuleID
  /// The module's name.
  public var name: String
  /// Its place in the order of calls, from one.
  public var order: Int
  /// Whether it is the main module.
  public var isMain: Bool
  /// Whether it takes part; a removed module keeps its place.
  public var isPresent: Bool
  /// Whether it is switched on; one that was registered switched off is not present before it is switched on.
  public var isOn: Bool
  /// The owner number of the present instance.
  public var owner: UInt64?
  /// The modules that must be called before it.
  public var after: [String]
  /// Whether launch is aborted when it throws there.
  public var isRequired: Bool
  /// The module, itself a composite, that it is nested in.
  public var parent: ModuleID?
  /// The events that it handles, or did before it was removed.
  public var handles: [String]
  /// When the creation of the present instance began, in nanoseconds since the journal's start.
  public var createdNanoseconds: UInt64?
  /// How long that took, in nanoseconds.
  public var creationNanoseconds: UInt64?
  /// How much of that it computed, and how much it waited for a processor; `nil` where that was not measured.
  public var computingNanoseconds, waitingNanoseconds: UInt64?
  /// How far the asynchronous work of the present instance has come; `nil` where there is none, or it has not begun.
  public var stage: ModuleStage?
  /// Since when, in nanoseconds since the journal's start.
  public var stageNanoseconds: UInt64?

  /// What is to be said of a module.
  public init(
    id: ModuleID, name: String, order: Int, isMain: Bool = false, isPresent: Bool = true, isOn: Bool = true,
    owner: UInt64? = nil, after: [String] = [], isRequired: Bool = false, parent: ModuleID? = nil,
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
  /// What the creation of the present instance was; `nil` where that was not measured.
  public var kinds: TimeKinds? {
    creationNanoseconds.flatMap { TimeKinds(total: $0, computing: computingNanoseconds, waiting: waitingNanoseconds) }
  }
}

extension CompositeDelegate {
  /// All modules in the order of the calls, removed ones in their old places; those of a nested composite follow it.
  public var modules: [ModuleStatus] {
    slots.flatMap { slot in
      let stage = slot.owner?.stage
      var status = ModuleStatus(
        id: slot.id, name: slot.name, order: slot.order, isMain: slot.isMain && outer == nil,
        isPresent: slot.module != nil, isOn: slot.isOn, owner: slot.owner?.id, after: slot.after,
        isRequired: slot.isRequired, parent: parentModule,
        handles: slot.events.map { $0.name },
        createdNanoseconds: slot.creation?.start, creationNanoseconds: slot.creation?.took,
        stage: stage?.stage, stageNanoseconds: stage?.stage == nil ? nil : stage?.since)
      if let times = slot.creation?.times { (status.computingNanoseconds, status.waitingNanoseconds) = times.fields }
      return [status] + (slot.nested?.modules ?? [])
    }
  }

  /// The first module of that type, in the order of the calls, those of nested composites included; `nil` when there is
  /// none, or it was removed. Costs a look at each module before it.
  ///
  /// The type may be a protocol, so that a module can find another without knowing its class:
  /// `composite.module((any Basket).self)?.add(item)`.
  public func module<Wanted>(_ type: Wanted.Type) -> Wanted? {
    for slot in slots {
      if let module = slot.module as? Wanted ?? slot.nested?.module(type) { return module }
    }
    return nil
  }

  /// The module of that name and type; `nil` when there is none, or it was removed.
  public func module<Wanted: Module>(_ type: Wanted.Type, named name: String) -> Wanted? {
    slotIndex[name]?.module as? Wanted
  }
}
