#if CommandLine
import ModuleLifecycle
import RollcallTextFormatting
import RollcallRecordings
import RollcallTerminalUI

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
    let dispatch = entry.dispatch.map(state.application.history.title)
    let time = Clock(state).preciseTime(entry.atNanoseconds)
    add("where", [entry.module, dispatch, time].compactMap(\.self).joined(separator: ", "))
    add("why", kind.meaning)
    add("do", kind.advice)
    add("allow", "--allow \(Phrases.rule(for: entry)), or the same below 'allow:' in the map, silences it")
  }
}

#endif
