#if CommandLine
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

  /// Whether a module comes or goes because all are created anew.
  func bringsBack(_ module: ModuleEntry) -> Bool {
    isRelaunching && module.atNanoseconds >= since && module.atNanoseconds <= summary?.endedNanoseconds ?? .max
  }

  /// Whether a dispatch is one of its own, or of the events that are sent right after.
  func owns(_ dispatch: DispatchEntry) -> Bool {
    guard dispatch.event == event || bridged.contains(dispatch.event) else { return false }
    return dispatch.atNanoseconds >= since && dispatch.atNanoseconds <= summary?.endedNanoseconds ?? .max
  }
}
#endif
