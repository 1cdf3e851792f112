/// A warning to the application's author.
public struct WarningEntry: Sendable, Equatable {
  /// The kind of a warning. Later versions may add kinds.
  public struct Kind: RecordedWord, CustomStringConvertible, CaseIterable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name in the journal's format.
    public var description: String { rawValue }

    /// A handler threw an error.
    public static let handlerThrew = Kind(rawValue: "handlerThrew")
    /// Two modules claimed the same thing, or the votes had nothing in common.
    public static let votesConflict = Kind(rawValue: "votesConflict")
    /// An event was sent in a state in which it is not expected.
    public static let outOfState = Kind(rawValue: "outOfState")
    /// Events were nested too deeply: each was sent from a handler of another.
    public static let depthCap = Kind(rawValue: "depthCap")
    /// A module that the application can't do without threw an error at launch.
    public static let launchAborted = Kind(rawValue: "launchAborted")
    /// A handler that answers later answered twice.
    public static let completedTwice = Kind(rawValue: "completedTwice")
    /// A handler that answers later had not answered by the deadline, or dropped its completion.
    public static let neverCompleted = Kind(rawValue: "neverCompleted")
    /// A launch task was registered after the others had run, or waits for a runner that came after launch; or an
    /// object was acquired after its owner had gone.
    public static let registeredLate = Kind(rawValue: "registeredLate")
    /// An event exceeded its time budget, or has done so and is still in progress.
    public static let overBudget = Kind(rawValue: "overBudget")
    /// The main actor does not respond although no handler is running.
    public static let mainActorBlocked = Kind(rawValue: "mainActorBlocked")
    /// A removed module is still alive.
    public static let ownerOverdue = Kind(rawValue: "ownerOverdue")
    /// An owner is dead, but objects that it owned have not been cleaned.
    public static let notCleaned = Kind(rawValue: "notCleaned")
    /// A delegate has died, and a reference that is not notified of this still points to it.
    public static let delegateDangling = Kind(rawValue: "delegateDangling")
    /// More owners with one name are alive than expected.
    public static let tooManyAlive = Kind(rawValue: "tooManyAlive")
    /// A module was created before its factory was called. What it owns is in no journal.
    public static let madeElsewhere = Kind(rawValue: "madeElsewhere")

    /// A module that the application can do without could not start.
    public static let startFailed = Kind(rawValue: "startFailed")
    /// The launch was cancelled while a module was starting.
    public static let launchCancelled = Kind(rawValue: "launchCancelled")
    /// The launch is waiting for a module that takes long to start.
    public static let launchHeldUp = Kind(rawValue: "launchHeldUp")
    /// The shutdown is waiting for something that takes long to end, or continues without it.
    public static let shutDownHeldUp = Kind(rawValue: "shutDownHeldUp")
    /// A service threw an error, or returned although it was not asked to shut down.
    public static let serviceEnded = Kind(rawValue: "serviceEnded")
    /// An owned task threw an error, or returned although it should run as long as its owner lives.
    public static let taskEnded = Kind(rawValue: "taskEnded")

    /// An event was held for a module that was starting, and the module won't get it.
    public static let notDelivered = Kind(rawValue: "notDelivered")

    /// One module alone answered no to a launch.
    public static let launchRefused = Kind(rawValue: "launchRefused")
    /// The application has not adopted scenes.
    public static let scenesNotAdopted = Kind(rawValue: "scenesNotAdopted")
    /// A scene has connected, and no module has heard of it.
    public static let scenesUnheard = Kind(rawValue: "scenesUnheard")
    /// The application has adopted scenes, and its window belongs to none.
    public static let windowWithoutScene = Kind(rawValue: "windowWithoutScene")
    /// Another object than the application's delegate is the notification center's delegate.
    public static let notificationsElsewhere = Kind(rawValue: "notificationsElsewhere")
    /// A module handles an event whose method UIKit had looked for before.
    public static let handlerUnannounced = Kind(rawValue: "handlerUnannounced")
    /// Other code has added or exchanged a method of the application's delegate.
    public static let methodExchanged = Kind(rawValue: "methodExchanged")
    /// The system's state of the application is not the one that follows from the scenes.
    public static let stateDiffers = Kind(rawValue: "stateDiffers")

    /// An experiment names a module that can't be left out or deferred, is not understood, or begins too late.
    public static let experimentRefused = Kind(rawValue: "experimentRefused")

    /// The kinds that this version writes.
    public static let allCases: [Self] = [
      overBudget, mainActorBlocked, launchHeldUp, shutDownHeldUp, handlerThrew, launchAborted, launchCancelled,
      startFailed, serviceEnded, taskEnded, votesConflict, notDelivered, neverCompleted, completedTwice,
      notCleaned, ownerOverdue, tooManyAlive, delegateDangling, registeredLate, madeElsewhere, outOfState, depthCap,
      launchRefused, scenesNotAdopted, scenesUnheard, windowWithoutScene, notificationsElsewhere, handlerUnannounced,
      methodExchanged, stateDiffers, experimentRefused,
    ]
  }

  /// A handler that a warning names.
  package struct Handler: Sendable, Hashable {
    /// The module's name.
    package var module: String
    /// The module's registration, if known.
    package var moduleID: ModuleID?
    /// The name of the event that it handles, if known.
    package var event: String?
  }

  /// The fate of something that came late or was held. Later versions may add fates.
  package struct Fate: RecordedWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// It was cleaned at once.
    package static let cleaned = Fate(rawValue: "cleaned")
    /// It was run at once.
    package static let ran = Fate(rawValue: "ran")
    /// It was not run.
    package static let notRun = Fate(rawValue: "notRun")
    /// It waits until its module has caught up with the launch.
    package static let waits = Fate(rawValue: "waits")
    /// It was not delivered: its module could not start.
    package static let startFailed = Fate(rawValue: "startFailed")
    /// It was not delivered: its module was removed.
    package static let removed = Fate(rawValue: "removed")
    /// It was not delivered: its module was switched off.
    package static let switchedOff = Fate(rawValue: "switchedOff")
    /// It was not delivered: the application ended, or is launched anew.
    package static let ended = Fate(rawValue: "ended")
    /// It was not delivered: too many waited already.
    package static let tooMany = Fate(rawValue: "tooMany")
  }

  /// A reference to a delegate that has died.
  package struct DanglingReference: Sendable, Hashable {
    /// The reference's name, as given by the code that created it.
    package var name: String
    /// The reference's policy.
    package var policy: String = ""
    /// What reading the reference does now, as text that completes "Reading it …".
    package var reading: String = ""
    /// The type of the dead delegate.
    package var type: String = ""
  }

  /// The kind of the warning. Each kind uses some of the other fields. The others have their default values.
  public package(set) var kind: Kind = .handlerThrew
  /// What happened, as text. Set only if the other fields do not say it, as in a newer version's recording.
  package var message: String?
  /// The name of the module concerned.
  public package(set) var module: String?
  /// The number of the dispatch concerned.
  package var dispatch: DispatchID?
  /// When this was noticed, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The number of the owner concerned. Several owners can have the same name.
  package var ownerID: OwnerID?
  /// The registration of the module concerned.
  package var moduleID: ModuleID?
  /// The name of the event concerned.
  public package(set) var event: String?
  /// The name of the owner concerned.
  package var owner: String?
  /// The error that was thrown, as text; or why an experiment is refused.
  public package(set) var error: String?
  /// The application's state.
  package var state: ApplicationState?
  /// How long the event or other subject of the warning took, or has taken so far.
  public var elapsed: Duration? { elapsedNanoseconds.map { .nanoseconds($0) } }
  package var elapsedNanoseconds: UInt64?
  /// How long it may take: the event's budget or its deadline.
  package var timeLimit: Duration? { limitNanoseconds.map { .nanoseconds($0) } }
  package var limitNanoseconds: UInt64?
  /// The part of the budget that `willFinishLaunching` had used before.
  package var chargedNanoseconds: UInt64?
  /// How long the module's own handler took, or has taken so far.
  package var handlerNanoseconds: UInt64?
  /// How much of that it computed, and how much it waited for a processor; `nil` if not measured.
  package var computingNanoseconds, waitingNanoseconds: UInt64?
  /// Whether it is still in progress.
  public package(set) var isUnderWay = false
  /// The name of the nested event whose handler is running.
  package var innerEvent: String?
  /// How many there are of what the warning is about: live owners, objects that are not cleaned, nested events.
  package var count: Int?
  /// How many there may be, of live owners or nested events.
  package var limit: Int?
  /// The handlers concerned, if there are several: those that claimed, have not answered, or may be running.
  package var handlers: [Handler] = []
  /// The names of the events that led to each other, ending with the first one again.
  package var events: [String] = []
  /// The owned objects or launch tasks concerned. If there are many, only some of them. For an experiment, the modules
  /// whose names are nearest to one that no module has.
  package var objects: [String] = []
  /// What became of the object, task or event.
  package var fate: Fate?
  /// What the experiment wanted to do to the module.
  package var experiment: ModuleEntry.Cause?
  /// The dangling reference.
  package var reference: DanglingReference?
  /// A hint about what may hold an overdue owner.
  package var hint: HolderHint?
}

extension Journal {
  /// Records a warning about what happens now, if the journal is on.
  ///
  /// - Parameter fill: Fills in what is known.
  package func warn(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void) {
    guard isEnabled else { return }
    var warning = WarningEntry(kind: kind, atNanoseconds: now)
    fill(&warning)
    append(.warning(warning))
  }
}
