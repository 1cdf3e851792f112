#if CommandLine
import ModuleLifecycle
import TextFormatting
import Recordings
import TerminalUI

/// The detail of a warning: what, where, why it matters, and what to do.
extension Detail {
  /// Creates the detail of a warning.
  ///
  /// - Parameter times: The number of equal warnings, of which this is the latest.
  init(warning entry: WarningEntry, times: Int, state: DashboardState) {
    let kind = entry.kind
    title = kind.title.sentenceCase
    if times > 1 { title += " \u{00B7} \(Phrases.times(times)), the latest" }
    add("what", entry.sentence, style: Style.caution)
    add("where", Self.place(of: entry, state: state))
    add("why", kind.meaning)
    add("do", kind.advice)
    add("allow", "--allow \(Phrases.rule(for: entry)), or the same below 'allow:' in the map, silences it")
  }

  /// The module, the dispatch and the time.
  private static func place(of entry: WarningEntry, state: DashboardState) -> String {
    let event = entry.dispatch.flatMap { id in state.application.history.dispatches.last { $0.id == id }?.event }
    let dispatch = entry.dispatch.map { id in event.map { "#\(id) \($0)" } ?? "#\(id)" }
    let time = Clock(state).preciseTime(entry.atNanoseconds)
    return [entry.module, dispatch, time].compactMap(\.self).joined(separator: ", ")
  }
}
#endif
