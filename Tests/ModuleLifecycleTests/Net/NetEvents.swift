import ModuleLifecycle

/// What a random program sends.
enum NetEvent: Int, CaseIterable {
  /// Asks nothing.
  case ping
  /// Collects numbers.
  case ask
  /// Stops at the first number that is divisible by three.
  case grab
  /// Collects numbers that can come later.
  case later
  /// Sent by objects that die, and by observers.
  case note
  /// A launch that is answered later.
  case boot
  case will, did, active, resign, background, terminate

  var name: String {
    switch self {
    case .ping: NetPing.name
    case .ask: NetAsk.name
    case .grab: NetGrab.name
    case .later: NetLater.name
    case .note: NetNote.name
    case .boot: NetBoot.name
    case .will: WillFinishLaunching.name
    case .did: DidFinishLaunching.name
    case .active: DidBecomeActive.name
    case .resign: WillResignActive.name
    case .background: DidEnterBackground.name
    case .terminate: WillTerminate.name
    }
  }

  /// The events that a handler can send.
  static let inner = [ping, ask, grab, note]
  /// The launch events of `launch()`, which the composite sends by itself.
  var isLaunch: Bool { self == .will || self == .did }

  /// The state after the event, and whether it changes before the handlers are called.
  var target: (state: ApplicationState, isEarly: Bool)? {
    switch self {
    case .did: (.inactive, true)
    case .active: (.active, true)
    case .resign: (.inactive, false)
    case .background: (.background, true)
    case .terminate: (.terminated, false)
    default: nil
    }
  }
}

struct NetPing: LifecycleEvent {
  static let name = "netPing"
}

struct NetNote: LifecycleEvent {
  static let name = "netNote"
}

struct NetAsk: LifecycleEvent {
  static let name = "netAsk"
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect }
}

struct NetGrab: LifecycleEvent {
  static let name = "netGrab"
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect.stopping { $0.isMultiple(of: 3) } }
}

struct NetLater: AsyncLifecycleEvent {
  static let name = "netLater"
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect }
}

struct NetBoot: AsyncLifecycleEvent {
  static let name = "netBoot"
  static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: nil, .afterHandlers) }
}

/// How a composite can differ from the model.
enum NetDifference: String, CaseIterable {
  case calls, responses, state, presence, objects, rows, observers, errors, alive
  case startsWithoutLaunch = "a module starts though the application was not launched"
  case startsTwice = "an instance starts twice"
  case heldByStarts = "a removed composite lives until other modules have started"
  case missedStart = "a module never starts"
  case launchEnd = "a launch ends for the wrong reason"
  case newModulesEnd = "a launch that is over ends the modules that came after it"
  case unwatchedNested = "a leaked module of a removed composite is not watched"
  case unwatchedProperty = "a leaked module of a composite in a property is not watched"
  case strayBag = "a module owns what an observer or a sender owns"
  case lookUps = "a look-up of the sender is another module's"
  case earlyResponse = "an early response lacks votes"
  case chargedDeath = "a cleanup's time includes another object's death"
  case releasedEarly = "an object is released before the main actor has cleaned it"
  case entryFields = "an entry about a nested module lacks its parent or its events"
  case equalNames = "an equal name does not replace"
  case lateRows = "a late object has no row for its acquisition"
  case timesWithoutJournal = "a cleanup that began without a journal has wrong times"
}

/// One difference.
struct NetProblem: CustomStringConvertible {
  let difference: NetDifference
  let text: String
  /// Whether the model no longer knows what comes next.
  let isEnd: Bool

  var description: String { "\(difference.rawValue): \(text)" }
}
