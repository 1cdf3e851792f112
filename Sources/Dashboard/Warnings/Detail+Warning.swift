#if CommandLine
import ModuleLifecycle
import TextFormatting
import Recordings

/// What there is to say about one warning: what, where, why it matters, and what to do.
extension Detail {
  ///
  /// - Parameter times: How many said the same; this is the latest.
  init(warning entry: WarningEntry, times: Int, state: DashboardState) {
    let kind = entry.kind
    title = kind.title.sentenceCase
    if times > 1 { title += " \u{00B7} \(Phrases.times(times)), the latest" }
    add("what", entry.sentence, style: Palette.caution)
    add("where", Self.place(of: entry, state: state))
    add("why", kind.meaning)
    add("do", kind.advice)
    add("allow", "--allow \(Phrases.rule(for: entry)), or the same below 'allow:' in the map, keeps quiet about it")
  }

  /// The module, the dispatch, the time.
  private static func place(of entry: WarningEntry, state: DashboardState) -> String {
    let event = entry.dispatch.flatMap { id in state.application.history.dispatches.last { $0.id == id }?.event }
    let dispatch = entry.dispatch.map { id in event.map { "#\(id) \($0)" } ?? "#\(id)" }
    let time = Clock(state).preciseTime(entry.atNanoseconds)
    return [entry.module, dispatch, time].compactMap(\.self).joined(separator: ", ")
  }
}
#endif
