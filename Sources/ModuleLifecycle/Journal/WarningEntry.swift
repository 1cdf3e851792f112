/// Something that the application's author should know.
public struct WarningEntry: Sendable, Equatable {
  /// What the warning is about. Later versions may know more kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible, CaseIterable {
    /// The kind in the journal's format.
    public let rawValue: String

    /// The kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind in the journal's format.
    public var description: String { rawValue }

    /// A handler threw an error.
    public static let handlerThrew = Kind(rawValue: "handlerThrew")
    /// Two modules claimed the same thing, or the votes had nothing in common.
    public static let votesConflict = Kind(rawValue: "votesConflict")
    /// An event came in a state in which it is not expected.
    public static let outOfState = Kind(rawValue: "outOfState")
    /// Events sent from within events, too deep.
    public static let depthCap = Kind(rawValue: "depthCap")
    /// A module that the application can't do without threw at launch.
    public static let launchAborted = Kind(rawValue: "launchAborted")
    /// A handler that answers later answered twice.
    public static let completedTwice = Kind(rawValue: "completedTwice")
    /// A handler that answers later had not answered when the deadline passed, or dropped its completion.
    public static let neverCompleted = Kind(rawValue: "neverCompleted")
    /// A launch task was registered when the others had been run, or waits for a runner that came after launch; or an
    /// object was acquired when its owner had gone.
    public static let registeredLate = Kind(rawValue: "registeredLate")
    /// An event took longer than it may, or has done so and is still under way.
    public static let overBudget = Kind(rawValue: "overBudget")
    /// The main actor gives no sign of life although no handler is running.
    public static let mainActorBlocked = Kind(rawValue: "mainActorBlocked")
    /// A removed module is still alive.
    public static let ownerOverdue = Kind(rawValue: "ownerOverdue")
    /// An owner is dead, and objects that it owned are not cleaned.
    public static let notCleaned = Kind(rawValue: "notCleaned")
    /// A delegate has died, and a reference that is not told of that still points to it.
    public static let delegateDangling = Kind(rawValue: "delegateDangling")
    /// More owners of one name are alive than were expected.
    public static let tooManyAlive = Kind(rawValue: "tooManyAlive")
    /// A module was made before its factory was called: what it owns is in no journal.
    public static let madeElsewhere = Kind(rawValue: "madeElsewhere")

    /// A module that the application can do without could not start.
    public static let startFailed = Kind(rawValue: "startFailed")
    /// The launch waits for a module that takes long to start.
    public static let launchHeldUp = Kind(rawValue: "launchHeldUp")
    /// The shutdown waits for something that takes long to end, or goes on without it.
    public static let shutDownHeldUp = Kind(rawValue: "shutDownHeldUp")
    /// A service threw an error, or returned although it was not asked to shut down.
    public static let serviceEnded = Kind(rawValue: "serviceEnded")
    /// An owned task threw an error, or returned although it was to run as long as its owner lives.
    public static let taskEnded = Kind(rawValue: "taskEnded")

    /// The kinds that this version writes.
    public static let allCases: [Self] = [
      overBudget, mainActorBlocked, launchHeldUp, shutDownHeldUp, handlerThrew, launchAborted, startFailed,
      serviceEnded,
      taskEnded, votesConflict, neverCompleted, completedTwice,
      notCleaned, ownerOverdue, tooManyAlive, delegateDangling, registeredLate, madeElsewhere, outOfState, depthCap,
    ]
  }

  /// A handler that a warning names.
  public struct Handler: Sendable, Hashable {
    /// The module's name.
    public var module: String
    /// The module's registration, where that is known.
    public var moduleID: ModuleID?
    /// The event that it handles.
    public var event: String?
  }

  /// What became of something that came late. Later versions may know more.
  public struct Fate: RawRepresentable, Hashable, Sendable {
    /// The word in the journal's format.
    public let rawValue: String

    /// The fate of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was cleaned at once.
    public static let cleaned = Fate(rawValue: "cleaned")
    /// It was run at once.
    public static let ran = Fate(rawValue: "ran")
    /// It was not run.
    public static let notRun = Fate(rawValue: "notRun")
    /// It waits for its module to catch up with the launch.
    public static let waits = Fate(rawValue: "waits")
  }

  /// A reference to a delegate that has died.
  public struct DanglingReference: Sendable, Hashable {
    /// What the code that made the reference calls it.
    public var name: String
    /// The reference's policy.
    public var policy: String = ""
    /// What reading it does now, completing "Reading it …".
    public var reading: String = ""
    /// The type of the delegate that has died.
    public var type: String = ""
  }

  /// What it is about. The other fields say the rest; each kind uses some of them.
  public var kind: Kind = .handlerThrew
  /// What happened, in words: only of a warning whose fields do not say it, such as one of an older recording.
  public var message: String?
  /// The module concerned.
  public var module: String?
  /// The dispatch concerned.
  public var dispatch: UInt64?
  /// When it was noticed.
  public var atNanoseconds: UInt64
  /// The number of the owner concerned: names may be borne by several.
  public var ownerID: UInt64?
  /// The registration of the module concerned.
  public var moduleID: ModuleID?
  /// The event concerned.
  public var event: String?
  /// The name of the owner concerned.
  public var owner: String?
  /// What was thrown, in words.
  public var error: String?
  /// Where the application stood.
  public var state: ApplicationState?
  /// How long it took, or has taken so far.
  public var elapsedNanoseconds: UInt64?
  /// How long it may take: the event's budget, or its deadline.
  public var limitNanoseconds: UInt64?
  /// What willFinishLaunching had used of the budget before.
  public var chargedNanoseconds: UInt64?
  /// How long the module's own handler took, or has taken so far.
  public var handlerNanoseconds: UInt64?
  /// How much of that it computed, and how much it waited for a processor; `nil` where that was not measured.
  public var computingNanoseconds, waitingNanoseconds: UInt64?
  /// Whether it goes on.
  public var isUnderWay = false
  /// The event, sent within, whose handler is at work.
  public var innerEvent: String?
  /// How many there are, or were.
  public var count: Int?
  /// How many there may be.
  public var limit: Int?
  /// The handlers concerned, where they are several: those that claim, have not answered, or may be at work.
  public var handlers: [Handler] = []
  /// The events that led to each other, the first one again at the end.
  public var events: [String] = []
  /// The owned objects or launch tasks concerned, some of them where they are many.
  public var objects: [String] = []
  /// What became of what came late.
  public var fate: Fate?
  /// The reference that dangles.
  public var reference: DanglingReference?
  /// Who may hold an owner that is overdue.
  public var hint: HolderHint?
}

extension Journal {
  /// Writes down a warning of what happens now, if it is switched on.
  ///
  /// - Parameter fill: Fills in what is known.
  package func warn(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void) {
    guard isEnabled else { return }
    var warning = WarningEntry(kind: kind, atNanoseconds: now)
    fill(&warning)
    append(.warning(warning))
  }
}
