/// A change to a module: to its registration, its instance, its position or its stage.
public struct ModuleEntry: Sendable, Equatable {
  /// A kind of change to a module.
  public struct Change: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The change's name in the journal's format.
    public var description: String { rawValue }

    /// The module was created and receives events from the next one on.
    public static let registered = Change(rawValue: "registered")
    /// The composite released its references. It does not clean what the module owns.
    public static let removed = Change(rawValue: "removed")
    /// The module was created again, in its old position.
    public static let broughtBack = Change(rawValue: "broughtBack")
    /// The module is dead: its memory was freed or is about to be.
    public static let freed = Change(rawValue: "freed")
    /// Creating the module failed: it does not exist, or did not come back.
    public static let failed = Change(rawValue: "failed")
    /// The module is called from the next event on. A module that was registered switched off is created now.
    public static let switchedOn = Change(rawValue: "switchedOn")
    /// The module is no longer called, and keeps what it owns.
    public static let switchedOff = Change(rawValue: "switchedOff")
    /// The module has another position in the order from the next event on.
    public static let moved = Change(rawValue: "moved")
    /// The module's position is gone: its name is free, and the modules after it have moved up.
    public static let unregistered = Change(rawValue: "unregistered")
    /// The module has begun to start; see `ModuleStage.starting`.
    public static let starting = Change(rawValue: "starting")
    /// The module's asynchronous work has started; see `ModuleStage.started`.
    public static let started = Change(rawValue: "started")
    /// The module's service is ready; see `ModuleStage.ready`.
    public static let ready = Change(rawValue: "ready")
    /// The module's service was asked to shut down; see `ModuleStage.stopping`.
    public static let stopping = Change(rawValue: "stopping")
    /// The module's asynchronous work has stopped; see `ModuleStage.stopped`. With an error, the stage is `failed`.
    public static let stopped = Change(rawValue: "stopped")
  }

  /// The cause of a change. Later versions may add causes.
  package struct Cause: RecordedWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A module that the application can't do without threw at launch.
    package static let launchAborted = Cause(rawValue: "launchAborted")
    /// The composite was torn down.
    package static let teardown = Cause(rawValue: "teardown")
    /// The module is about to be unregistered.
    package static let unregistered = Cause(rawValue: "unregistered")
    /// An experiment leaves the module out.
    package static let leftOut = Cause(rawValue: "leftOut")
    /// An experiment creates the module later.
    package static let deferred = Cause(rawValue: "deferred")
  }

  /// What happened to the module.
  public package(set) var change: Change = .registered
  /// The module's registration. It stays the same when the module comes back.
  public package(set) var id: ModuleID = ModuleID(rawValue: 0)
  /// The module's name.
  public package(set) var name: String = ""
  /// The module's position in the registration order, counted from 1.
  package var order: Int = 0
  /// Whether the module is the main module.
  package var isMain: Bool = false
  /// Whether the module is switched on.
  package var isOn: Bool = false
  /// The owner number of this instance. Changes each time the module comes back; 0 while there is no instance.
  package var owner: OwnerID = 0
  /// The nested composite that contains the module; `nil` for one of the application's own modules.
  package var parent: ModuleID?
  /// When the change happened, since the journal's start. For a creation, when it began.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long the module's creation took. For `freed`, the time since the module's removal.
  public var took: Duration? { tookNanoseconds.map { .nanoseconds($0) } }
  package var tookNanoseconds: UInt64?
  /// How much of its creation the module computed; `nil` if not measured.
  package var computingNanoseconds: UInt64?
  /// How much of its creation the module waited for a processor; `nil` if not measured, or if the system does not
  /// report it.
  package var waitingNanoseconds: UInt64?
  /// The events that the module handles, in the order in which it listed them.
  package var handles: [String] = []
  /// The modules that must be called before this one. Known when it is registered.
  package var after: [String] = []
  /// Whether the application can't run without the module. Known when it is registered.
  package var isRequired = false
  /// The cause of the change; `nil` if the application requested it.
  package var cause: Cause?
  /// The error, as text, if creating the module, starting it or a service failed.
  public package(set) var error: String?
  /// Whether the module was freed after it had been reported as overdue.
  package var isLateRelease = false
}
