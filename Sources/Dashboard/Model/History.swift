#if CommandLine
import DequeModule
import Inspection
import Launches
import ModuleLifecycle
import OrderedCollections

/// The latest dispatches, and what is known of each event that was fired.
///
/// A dispatch has a place, counted from the first one that was ever read; its place stays when older ones are forgotten.
/// Taking one in costs the same however many are kept; finding one takes a look at each.
struct History: Sendable, Equatable {
  /// What came of firing one event.
  struct Firing: Sendable, Equatable {
    var count = 0
    var lastNanoseconds: UInt64 = 0
    var arguments: JSONValue = .null
    var answer = ""

    /// `yes (Scene), 0.9 ms, fired twice`
    func words(verb: String) -> String {
      "\(answer.isEmpty ? "" : "\(answer), ")\(Phrases.time(lastNanoseconds)), \(verb) \(Phrases.times(count))"
    }
  }

  /// The most spans to keep, of all dispatches together.
  static let spanLimit = 40_000
  /// The most dispatches to keep.
  static let dispatchLimit = 2_000
  /// The most bytes to keep of what the dispatches carry: arguments, votes, errors.
  static let byteLimit = 32 << 20

  private(set) var dispatches: Deque<DispatchEntry> = []
  /// By event; the one used last stands last.
  private(set) var firings: OrderedDictionary<String, Firing> = [:]
  /// The latest top-level dispatch.
  private(set) var latest: DispatchEntry?
  /// Where it stands.
  private(set) var latestPlace: Int?
  /// How many dispatches are not kept any more, which is the place of the oldest that is.
  private(set) var forgottenCount = 0
  /// How many of those were fired, and not sent by a handler.
  private(set) var forgottenTopLevelCount = 0
  /// How many spans the dispatches that are kept have.
  private(set) var spanCount = 0
  /// About how many bytes the dispatches that are kept carry.
  private(set) var byteCount = 0
  /// How often each event was dispatched.
  private var counts: [String: Int] = [:]
  /// The launches by the dispatches that belong to them, each as it was when the dispatch was over.
  private var launches: [UInt64: ApplicationLaunch] = [:]

  /// - Parameters:
  ///   - launch: The launch that it belongs to.
  ///   - isCounted: Whether it counts as one more firing; not so where somebody else counts, see `count(_:of:)`.
  mutating func fold(_ entry: DispatchEntry, launch: ApplicationLaunch? = nil, isCounted: Bool = true) {
    let place = forgottenCount + dispatches.count
    dispatches.append(entry)
    spanCount += entry.handlers.count + (launch?.creations.count ?? 0)
    launches[entry.id] = launch
    byteCount += entry.carriedBytes
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
    // A form is not to offer the beginning of an argument as the whole.
    firing.arguments = entry.isCut == true ? .null : entry.arguments
    firing.answer = entry.answerInWords
    firings[entry.event] = firing
  }

  /// Counts firings of an event whose entries may not all be seen.
  mutating func count(_ firings: Int, of event: String) {
    self.firings[event, default: Firing()].count += firings
    counts[event, default: 0] += firings
  }

  /// How often an event was dispatched, as far as is known: also what is not kept, and what was repeated and never read.
  func dispatchCount(of event: String) -> Int { max(counts[event] ?? 0, places(of: event).count) }

  private mutating func forgetOldest() {
    let entry = dispatches.removeFirst()
    forgottenCount += 1
    spanCount -= entry.handlers.count + (launches.removeValue(forKey: entry.id)?.creations.count ?? 0)
    byteCount -= entry.carriedBytes
    if entry.parent == nil { forgottenTopLevelCount += 1 }
  }
}

// MARK: - Finding

extension History {
  /// The dispatch at a place; `nil` if it is not kept any more.
  func dispatch(at place: Int) -> DispatchEntry? {
    dispatches.indices.contains(place - forgottenCount) ? dispatches[place - forgottenCount] : nil
  }

  /// Where the dispatch of a number stands.
  func place(of id: UInt64) -> Int? { dispatches.lastIndex { $0.id == id }.map { $0 + forgottenCount } }
  /// The events that `parent`'s handlers sent, in order.
  func children(of parent: UInt64) -> [DispatchEntry] { dispatches.filter { $0.parent == parent } }
  /// How many there are of those.
  func childCount(of parent: UInt64) -> Int { dispatches.count { $0.parent == parent } }
  /// All that handlers sent, by the dispatch in which they did.
  var childrenByParent: [UInt64: [DispatchEntry]] {
    Dictionary(grouping: dispatches.filter { $0.parent != nil }) { $0.parent ?? 0 }
  }

  /// Where the dispatches of an event stand, oldest first.
  func places(of event: String) -> [Int] {
    dispatches.indices.filter { dispatches[$0].event == event }.map { $0 + forgottenCount }
  }

  /// A moment with a name has come to a launch whose events are over.
  mutating func update(_ launch: ApplicationLaunch) {
    if let last = launch.steps.last, launches[last.dispatch] != nil { launches[last.dispatch] = launch }
  }

  /// The launch that a dispatch belongs to, as it was when that was over; `nil` of other dispatches.
  func launch(of dispatch: UInt64) -> ApplicationLaunch? { launches[dispatch] }

  /// The place of the next older dispatch; those that handlers sent count only where nested ones are asked for.
  func place(before place: Int, nested: Bool) -> Int? {
    let older = dispatches.prefix(max(0, place - forgottenCount))
    return older.lastIndex { nested || $0.parent == nil }.map { $0 + forgottenCount }
  }

  /// The place of the next newer dispatch; see `place(before:nested:)`.
  func place(after place: Int, nested: Bool) -> Int? {
    let newer = dispatches.dropFirst(max(0, place + 1 - forgottenCount))
    return newer.firstIndex { nested || $0.parent == nil }.map { $0 + forgottenCount }
  }

  /// How many of those that are kept were fired, and not sent by a handler.
  var topLevelCount: Int { dispatches.count { $0.parent == nil } }
  /// How many events were fired up to the dispatch at a place, itself included; `nil` if it is not kept any more.
  func topLevelCount(upTo place: Int) -> Int? {
    let fired = dispatches.prefix(max(0, place + 1 - forgottenCount)).count { $0.parent == nil }
    return dispatch(at: place).map { _ in forgottenTopLevelCount + fired }
  }

  /// How many events were fired, as far as they were read, whether or not they are kept.
  var firedCount: Int { forgottenTopLevelCount + topLevelCount }
}

/// A dispatch that panes 1 and 2 show instead of the latest, and go on showing when others come or it is forgotten.
struct PinnedDispatch: Sendable, Equatable {
  /// Where it stands in the history.
  let place: Int
  /// How many events were fired up to it, itself included.
  let firedCount: Int
  let dispatch: DispatchEntry
  /// The launch that it belongs to.
  let launch: ApplicationLaunch?
}

extension DashboardState {
  /// The dispatch that panes 1 and 2 show: the latest one unless the user went back to another.
  var shownDispatch: DispatchEntry? { pinned?.dispatch ?? application.history.latest }

  /// The launch that the shown dispatch belongs to; see `launch(of:)`.
  var shownLaunch: ApplicationLaunch? { shownDispatch.flatMap(launch) }

  /// The launch that a dispatch belongs to, as it was when that was over; `nil` for all other dispatches.
  func launch(of dispatch: DispatchEntry) -> ApplicationLaunch? {
    pinned?.dispatch.id == dispatch.id ? pinned?.launch : application.history.launch(of: dispatch.id)
  }

  /// That there is none.
  var noEventYet: String { mayAct ? "No event has been fired yet." : "No event has come yet." }

  /// How many events were fired after the one that is shown.
  var eventsSinceShown: Int { pinned.map { max(0, application.history.firedCount - $0.firedCount) } ?? 0 }

  /// Whether the one that is shown has fallen out of the history since the user went back to it.
  var isShownForgotten: Bool { pinned.map { $0.place < application.history.forgottenCount } ?? false }

  /// How long the shown dispatch might take, in nanoseconds; `nil` where any time is all right.
  var shownBudget: UInt64? {
    let budgets = application.source.budgets
    guard let dispatch = shownDispatch, let nanoseconds = budgets.nanoseconds(for: dispatch.event) else { return nil }
    guard budgets.sharesLaunch, dispatch.event == DidFinishLaunching.name else { return nanoseconds }
    return nanoseconds.minus(shownLaunch?.steps(before: dispatch.id).reduce(0) { $0 &+ $1.totalNanoseconds } ?? 0)
  }
}

extension Budgets {
  /// The budget of the event with that name in nanoseconds; `nil` where it may take any time.
  func nanoseconds(for event: String) -> UInt64? { self[event].map { UInt64(nanoseconds: $0) } }
}
#endif
