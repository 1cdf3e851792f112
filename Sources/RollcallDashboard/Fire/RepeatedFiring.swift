#if CommandLine
import RollcallInspection
import ModuleLifecycle

/// A current or finished repeated firing of an event.
struct RepeatedFiring: Sendable, Equatable {
  let event: String
  let arguments: EventValue
  let times: Int
  /// The latest dispatch of the event itself.
  var latest: DispatchID?
  /// When the user started it, in nanoseconds since the journal's start.
  let since: UInt64
  /// Whether all modules are created anew each time.
  var isRelaunching = false
  /// The number of completed firings.
  var done = 0
  /// Whether the user has asked to stop.
  var isStopping = false
  /// The timing summary; `nil` while the firing continues.
  var summary: RepetitionSummary?

  /// The event and its arguments in short form.
  var title: String { DispatchEntry.title(event: event, arguments: arguments) }

  /// The completed fraction, from 0 to 1.
  var fraction: Double { times > 0 ? Double(done) / Double(times) : 0 }

  /// Whether an entry belongs to the repeated firing: a dispatch of the event or of one that follows from it, or a module
  /// that comes or goes because of a relaunch.
  func owns(_ entry: AnyEntry) -> Bool {
    let span = since...max(since, summary?.endedNanoseconds ?? .max)
    return switch entry {
    case .dispatch(let dispatch):
      (dispatch.event == event || dispatch.follows.map { $0 == latest } == true)
        && span.contains(dispatch.atNanoseconds)
    case .module(let module): isRelaunching && span.contains(module.atNanoseconds)
    default: false
    }
  }
}

/// Repeated firing. There can be more dispatches than the journal keeps or a screen can follow. Therefore, the
/// application reports their number, and the headline covers them all.
extension DashboardState {
  /// Whether an event is being fired repeatedly.
  var isRepeating: Bool { repeated.map { $0.summary == nil } ?? false }

  /// Whether a repeated firing can still be stopped.
  var canStopRepeating: Bool { isRepeating && repeated?.isStopping == false }

  mutating func beginRepeating(event: String, arguments: EventValue, times: Int, relaunching: Bool) {
    repeated = RepeatedFiring(
      event: event, arguments: arguments, times: times, since: firedAt, isRelaunching: relaunching)
  }

  /// Records how many times the event has been fired so far.
  mutating func noteRepetitions(_ count: Int) {
    guard isRepeating, let done = repeated?.done, let event = repeated?.event else { return }
    application.history.count(max(0, count - done), of: event)
    repeated?.done = max(done, count)
  }

  mutating func apply(_ summary: RepetitionSummary) {
    guard isRepeating else { return }
    noteRepetitions(summary.done)
    repeated?.summary = summary
    if let repeated {
      headline = .done(repeated.sentence, hint: "F again", isWhole: repeated.done >= repeated.times)
    }
  }

  /// Stops the repeated firing after the current event.
  mutating func stopRepeating() -> [Effect] {
    repeated?.isStopping = true
    return [.perform(.stopRepeating)]
  }

  /// Whether the headline shows the repeated firing. Any other news takes precedence for a moment.
  var showsRepetition: Bool {
    guard let repeated, isRepeating else { return false }
    if case .happened(.dispatched(let id)) = headline, application.history.latest?.id != id { return true }
    return headlineAt <= repeated.since || !isHeadlineNew
  }
}
#endif
