#if CommandLine
import Inspection
import ModuleLifecycle

/// An event that is being fired repeatedly, or was.
struct RepeatedFiring: Sendable, Equatable {
  let event: String
  let arguments: JSONValue
  let times: Int
  /// The events that are sent right after each.
  let bridged: [String]
  /// When the user asked for it.
  let since: UInt64
  /// Whether all modules are created anew each time.
  var isRelaunching = false
  /// How often it has been fired and is over.
  var done = 0
  /// Whether the user wants no more of it.
  var isStopping = false
  /// What it took; `nil` while it goes on.
  var summary: RepetitionSummary?

  /// The event and its arguments, short.
  var title: String { DispatchEntry.title(event: event, arguments: arguments) }

  /// What part of it is done, from 0 to 1.
  var fraction: Double { times > 0 ? Double(done) / Double(times) : 0 }

  /// Whether an entry is a dispatch of it, or of the events that are sent right after, or tells that a module comes or goes
  /// because all are created anew.
  func owns(_ entry: JournalEntry) -> Bool {
    let span = since...max(since, summary?.endedNanoseconds ?? .max)
    return switch entry {
    case .dispatch(let dispatch):
      (dispatch.event == event || bridged.contains(dispatch.event)) && span.contains(dispatch.atNanoseconds)
    case .module(let module): isRelaunching && span.contains(module.atNanoseconds)
    default: false
    }
  }
}

/// An event that is fired repeatedly. Its dispatches may be too many for the journal to keep or for a screen to follow, so
/// how many there were is what the source says, and the headline is about all of them.
extension DashboardState {
  /// Whether an event is being fired repeatedly.
  var isRepeating: Bool { repeated.map { $0.summary == nil } ?? false }

  /// Whether it can still be stopped.
  var canStopRepeating: Bool { isRepeating && repeated?.isStopping == false }

  mutating func beginRepeating(event: String, arguments: JSONValue, times: Int, relaunching: Bool) {
    let bridged = application.source.events.first { $0.name == event }?.bridged ?? []
    repeated = RepeatedFiring(
      event: event, arguments: arguments, times: times, bridged: bridged, since: firedAt,
      isRelaunching: relaunching)
  }

  /// An event has been fired so many times so far.
  mutating func noteRepetitions(_ count: Int) {
    guard isRepeating, let done = repeated?.done, let event = repeated?.event else { return }
    application.history.count(max(0, count - done), of: event)
    repeated?.done = max(done, count)
  }

  mutating func fold(_ summary: RepetitionSummary) {
    guard isRepeating else { return }
    noteRepetitions(summary.done)
    repeated?.summary = summary
    headline = .repeated
  }

  /// Lets the event that is under way be the last one.
  mutating func stopRepeating() -> [Effect] {
    repeated?.isStopping = true
    return [.perform(.stopRepeating)]
  }

  /// Whether the headline is about the repetition; anything else that has happened comes first, for a moment.
  var showsRepetition: Bool {
    guard let repeated, isRepeating else { return false }
    if case .happened(.dispatched(let id)) = headline, application.history.latest?.id != id { return true }
    return headlineAt <= repeated.since || !isHeadlineNew
  }
}
#endif
