/// A change in the composite's list of modules.
public struct ModuleEntry: Sendable, Equatable {
  /// What happened to the module.
  public struct Change: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The change in the journal's format.
    public let rawValue: String

    /// The change of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The change in the journal's format.
    public var description: String { rawValue }

    /// It was created and takes part from the next event on.
    public static let registered = Change(rawValue: "registered")
    /// The composite dropped its references; what the module owns is the module's own affair.
    public static let removed = Change(rawValue: "removed")
    /// It was created anew, in its old place.
    public static let broughtBack = Change(rawValue: "broughtBack")
    /// It is dead: its memory was given back, or is about to be.
    public static let freed = Change(rawValue: "freed")
    /// Creating it failed: there is no such module, or it did not come back.
    public static let failed = Change(rawValue: "failed")
    /// It is called from the next event on; one that was registered switched off is created now.
    public static let switchedOn = Change(rawValue: "switchedOn")
    /// It is not called any more, and keeps what it owns.
    public static let switchedOff = Change(rawValue: "switchedOff")
    /// It has another place in the order from the next event on.
    public static let moved = Change(rawValue: "moved")
    /// Its place is gone: its name is free, and the modules after it have moved up.
    public static let unregistered = Change(rawValue: "unregistered")
    /// Its asynchronous work has come to a stage; see `ModuleStage`. With an error, `stopped` is the stage `failed`.
    public static let starting = Change(rawValue: "starting")
    /// See `ModuleStage.started`.
    public static let started = Change(rawValue: "started")
    /// See `ModuleStage.ready`.
    public static let ready = Change(rawValue: "ready")
    /// See `ModuleStage.stopping`.
    public static let stopping = Change(rawValue: "stopping")
    /// See `ModuleStage.stopped`.
    public static let stopped = Change(rawValue: "stopped")
  }

  /// What brings a change about. Later versions may know more.
  public struct Cause: RawRepresentable, Hashable, Sendable {
    /// The cause in the journal's format.
    public let rawValue: String

    /// The cause of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A module that the application can't do without threw at launch.
    public static let launchAborted = Cause(rawValue: "launchAborted")
    /// The composite was torn down.
    public static let teardown = Cause(rawValue: "teardown")
    /// The module's place is about to go.
    public static let unregistered = Cause(rawValue: "unregistered")
  }

  /// What happened.
  public var change: Change = .registered
  /// The module's registration, the same when it comes back.
  public var id: ModuleID = ModuleID(rawValue: 0)
  /// Its name.
  public var name: String = ""
  /// Its place in the registration order, from one.
  public var order: Int = 0
  /// Whether it is the main module.
  public var isMain: Bool = false
  /// Whether it is switched on.
  public var isOn: Bool = false
  /// The owner number of this instance, a new one each time it comes back; 0 while there is none.
  public var owner: UInt64 = 0
  /// The module, itself a composite, that it is nested in; `nil` for the application's own.
  public var parent: ModuleID?
  /// When it happened.
  public var atNanoseconds: UInt64
  /// How long creating it took, or, when it was freed, how long after its removal that was.
  public var tookNanoseconds: UInt64?
  /// How much of its creation it computed; `nil` where that was not measured.
  public var computingNanoseconds: UInt64?
  /// How much of its creation it waited for a processor; `nil` where that was not measured, or the system does not tell.
  public var waitingNanoseconds: UInt64?
  /// The events that it handles, in the order in which it named them.
  public var handles: [String] = []
  /// What brought it about, where that was not the application's own call.
  public var cause: Cause?
  /// What was thrown, in words, where creating it, starting it or a service failed; of an older recording why it happened.
  public var error: String?
  /// Whether it was freed after it had been reported as overdue.
  public var isLateRelease = false
}
