package import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// The reason why a recording can't be exported.
package enum ExportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The event to chart was never fired; `events` were. `nil` means the launch.
  case noDispatch(of: String?, events: [String])
  /// The dispatch to chart is not in the recording, which has `count` others.
  case noDispatchNumbered(DispatchID, count: Int)

  /// One or two sentences that name what is missing and what the recording has instead.
  package var description: String {
    switch self {
    case .noDispatchNumbered(let number, let count) where count > 0:
      "There is no dispatch #\(number) in the recording. It has \(count) \(count == 1 ? "other" : "others")."
    case .noDispatch(_, events: []), .noDispatchNumbered:
      "There is no event in the recording, so there is nothing to chart."
    case .noDispatch(let name?, let events):
      "There is no \(name.excerpt) in the recording. "
        + (NearestName.matches(for: name.excerpt, among: events.map(\.excerpt)).isEmpty
          ? Self.list(events) : NearestName.suggestion(for: name.excerpt, among: events.map(\.excerpt)))
    case .noDispatch(nil, let events):
      "There is no launch in the recording: didFinishLaunching was not fired. \(Self.list(events))"
    }
  }

  private static func list(_ events: [String]) -> String {
    let shown = events.sorted().map(\.excerpt)
    let more = shown.count > 12 ? " and \(shown.count - 12) more" : ""
    return "It has: \(shown.prefix(12).joined(separator: ", "))\(more)."
  }
}
