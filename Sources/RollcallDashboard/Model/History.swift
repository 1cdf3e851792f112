#if CommandLine
import DequeModule
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections

/// The latest dispatches, and a summary of each fired event.
///
/// The position of a dispatch counts from the first dispatch read. It stays the same when older dispatches are
/// forgotten. Adding a dispatch takes constant time. Finding one visits each kept dispatch.
struct History: Sendable, Equatable {
  /// The firings of one event, and the result of the last one.
  struct Firing: Sendable, Equatable {
    var count = 0
    var lastNanoseconds: UInt64 = 0
    var arguments: EventValue = .null
    var answer = ""

    /// `yes (Scene), 0.9 ms, fired twice`
    func words(verb: String) -> String {
      "\(answer.isEmpty ? "" : "\(answer), ")\(Phrases.time(lastNanoseconds)), \(verb) \(Phrases.times(count))"
    }
  }

  /// The most spans to keep, over all dispatches.
  static let spanLimit = 40_000
  /// The most dispatches to keep.
  static let dispatchLimit = 2_000
  /// The most bytes to keep, over all dispatches.
  static let byteLimit = 32 << 20

  private(set) var dispatches: Deque<DispatchEntry> = []
  /// The firings by event, the most recent event last.
  private(set) var firings: OrderedDictionary<String, Firing> = [:]
  /// The latest top-level dispatch.
  private(set) var latest: DispatchEntry?
  /// The position of `latest`.
  private(set) var latestPlace: Int?
  /// The number of forgotten dispatches, which is the position of the oldest kept one.
  private(set) var forgottenCount = 0
  /// How many of the forgotten dispatches were fired, not sent by a handler.
  private(set) var forgottenTopLevelCount = 0
  /// The number of spans of the kept dispatches.
  private(set) var spanCount = 0
  /// The approximate number of bytes of the kept dispatches.
  private(set) var byteCount = 0
  /// The number of dispatches of each event.
  private var counts: [String: Int] = [:]
  /// The launches by their dispatches, each launch as it was at the end of the dispatch.
  private var launches: [DispatchID: ApplicationLaunch] = [:]

  /// Adds a dispatch.
  ///
  /// - Parameters:
  ///   - launch: The launch that the dispatch belongs to.
  ///   - isCounted: Whether to count it as a firing. Pass `false` if `count(_:of:)` counts it.
  mutating func add(_ entry: DispatchEntry, launch: ApplicationLaunch? = nil, isCounted: Bool = true) {
    let place = forgottenCount + dispatches.count
    dispatches.append(entry)
    spanCount += entry.handlers.count + (launch?.creations.count ?? 0)
    launches[entry.id] = launch
    byteCount += entry.bytes
    if isCounted || entry.parent != nil { counts[entry.event, default: 0] += 1 }
    while spanCount > Self.spanLimit || dispatches.count > Self.dispatchLimit || byteCount > Self.byteLimit,
      dispatches.count > 1
    {
      forgetOldest()
    }
    guard entry.parent == nil else { return }
    latest = entry
    latestPlace = place
    var firing = firings.removeValue(forKey: entry.event) ?? Firing()
    if isCounted { firing.count += 1 }
    firing.lastNanoseconds = entry.totalNanoseconds
    // A form must not offer a cut argument as the whole.
    firing.arguments = entry.isCut == true ? .null : entry.arguments
    firing.answer = entry.answerInWords
    firings[entry.event] = firing
  }

  /// Counts firings of an event, including those whose entries are not read.
  mutating func count(_ firings: Int, of event: String) {
    self.firings[event, default: Firing()].count += firings
    counts[event, default: 0] += firings
  }

  /// The number of known dispatches of an event, including forgotten ones and repetitions that were never read.
  func dispatchCount(of event: String) -> Int { max(counts[event] ?? 0, places(of: event).count) }

  private mutating func forgetOldest() {
    let entry = dispatches.removeFirst()
    forgottenCount += 1
    spanCount -= entry.handlers.count + (launches.removeValue(forKey: entry.id)?.creations.count ?? 0)
    byteCount -= entry.bytes
    if entry.parent == nil { forgottenTopLevelCount += 1 }
  }
}

// MARK: - Finding

extension History {
  /// The dispatch at a position; `nil` if it is no longer kept.
  func dispatch(at place: Int) -> DispatchEntry? {
    dispatches.indices.contains(place - forgottenCount) ? dispatches[place - forgottenCount] : nil
  }

  /// The position of the dispatch with a number.
  func place(of id: DispatchID) -> Int? { dispatches.lastIndex { $0.id == id }.map { $0 + forgottenCount } }
  /// The dispatch with a number, as `#117 openURL` if it is kept.
  func title(of id: DispatchID) -> String { (["#\(id)"] + [self[id]?.event].compactMap(\.self)).joined(separator: " ") }

  /// The dispatch with a number; `nil` if it is no longer kept.
  subscript(id: DispatchID) -> DispatchEntry? { dispatches.last { $0.id == id } }

  /// The dispatches of the events that the handlers of `parent` sent, in order.
  func children(of parent: DispatchID) -> [DispatchEntry] { dispatches.filter { $0.parent == parent } }
  /// The dispatches that follow from one, in order.
  func followers(of dispatch: DispatchID) -> [DispatchEntry] { dispatches.filter { $0.follows == dispatch } }
  /// The number of events that the handlers of `parent` sent.
  func childCount(of parent: DispatchID) -> Int { dispatches.count { $0.parent == parent } }
  /// All dispatches of events that handlers sent, by parent dispatch.
  var childrenByParent: [DispatchID: [DispatchEntry]] {
    Dictionary(grouping: dispatches.filter { $0.parent != nil }) { $0.parent ?? 0 }
  }

  /// The positions of the dispatches of an event, oldest first.
  func places(of event: String) -> [Int] {
    dispatches.indices.filter { dispatches[$0].event == event }.map { $0 + forgottenCount }
  }

  /// Updates a launch whose events are over and that has reached another mark.
  mutating func update(_ launch: ApplicationLaunch) {
    if let last = launch.steps.last, launches[last.dispatch] != nil { launches[last.dispatch] = launch }
  }

  /// The launch that a dispatch belongs to, as it was at the end of the dispatch; `nil` for other dispatches.
  func launch(of dispatch: DispatchID) -> ApplicationLaunch? { launches[dispatch] }

  /// The position of the next older dispatch. Events that handlers sent count only if `nested` is `true`.
  func place(before place: Int, nested: Bool) -> Int? {
    let older = dispatches.prefix(max(0, place - forgottenCount))
    return older.lastIndex { nested || $0.parent == nil }.map { $0 + forgottenCount }
  }

  /// The position of the next newer dispatch; see `place(before:nested:)`.
  func place(after place: Int, nested: Bool) -> Int? {
    let newer = dispatches.dropFirst(max(0, place + 1 - forgottenCount))
    return newer.firstIndex { nested || $0.parent == nil }.map { $0 + forgottenCount }
  }

  /// How many of the kept dispatches were fired, not sent by a handler.
  var topLevelCount: Int { dispatches.count { $0.parent == nil } }
  /// The number of events fired up to and including the dispatch at a position; `nil` if it is no longer kept.
  func topLevelCount(upTo place: Int) -> Int? {
    let fired = dispatches.prefix(max(0, place + 1 - forgottenCount)).count { $0.parent == nil }
    return dispatch(at: place).map { _ in forgottenTopLevelCount + fired }
  }

  /// The number of fired events that were read, including those no longer kept.
  var firedCount: Int { forgottenTopLevelCount + topLevelCount }
}

/// A dispatch that panes 1 and 2 show instead of the latest, even when others come or it is forgotten.
struct PinnedDispatch: Sendable, Equatable {
  /// Its position in the history.
  let place: Int
  /// The number of events fired up to and including it.
  let firedCount: Int
  let dispatch: DispatchEntry
  /// The launch that the dispatch belongs to.
  let launch: ApplicationLaunch?
}

extension DashboardState {
  /// The dispatch that panes 1 and 2 show: the latest one unless the user chose another.
  var shownDispatch: DispatchEntry? { pinned?.dispatch ?? application.history.latest }

  /// The launch that the shown dispatch belongs to; see `launch(of:)`.
  var shownLaunch: ApplicationLaunch? { shownDispatch.flatMap(launch) }

  /// The launch that a dispatch belongs to, as it was at the end of the dispatch; `nil` for other dispatches.
  func launch(of dispatch: DispatchEntry) -> ApplicationLaunch? {
    pinned?.dispatch.id == dispatch.id ? pinned?.launch : application.history.launch(of: dispatch.id)
  }

  /// The message for an empty history.
  var noEventYet: String { mayFire ? "No event has been fired yet." : "No event has come yet." }

  /// The number of events fired after the shown one.
  var eventsSinceShown: Int { pinned.map { max(0, application.history.firedCount - $0.firedCount) } ?? 0 }

  /// Whether the shown dispatch has left the history since the user chose it.
  var isShownForgotten: Bool { pinned.map { $0.place < application.history.forgottenCount } ?? false }

  /// The budget of the shown dispatch in nanoseconds; `nil` if it has none.
  var shownBudget: UInt64? {
    let budgets = application.source.budgets
    guard let dispatch = shownDispatch, let nanoseconds = budgets.nanoseconds(for: dispatch.event) else { return nil }
    guard budgets.sharesLaunch, dispatch.event == DidFinishLaunching.name else { return nanoseconds }
    return nanoseconds.minus(shownLaunch?.steps(before: dispatch.id).reduce(0) { $0.plus($1.totalNanoseconds) } ?? 0)
  }
}

extension EventBudgets {
  /// The budget of an event in nanoseconds; `nil` if it has none.
  func nanoseconds(for event: String) -> UInt64? { self[event].map { UInt64(nanoseconds: $0) } }
}
#endif
