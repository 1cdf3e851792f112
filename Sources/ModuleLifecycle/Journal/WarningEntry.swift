/// Something that the application's author should know.
public struct WarningEntry: Sendable, Equatable {
  /// What the warning is about. Later versions may know more kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
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
  }

  /// What it is about.
  public var kind: Kind
  /// What happened, in one sentence.
  public var message: String
  /// The module concerned.
  public var module: String?
  /// The dispatch concerned.
  public var dispatch: UInt64?
  /// The number of the owner concerned: names may be borne by several.
  public var ownerID: UInt64?
  /// When it was noticed.
  public var atNanoseconds: UInt64

  /// A warning.
  public init(
    kind: Kind, message: String, module: String?, dispatch: UInt64?, atNanoseconds: UInt64, ownerID: UInt64? = nil
  ) {
    self.kind = kind
    self.message = message
    self.module = module
    self.dispatch = dispatch
    self.atNanoseconds = atNanoseconds
    self.ownerID = ownerID
  }
}
