#if CommandLine
import ModuleLifecycle
import TextFormatting
import Recordings

/// What there is to say about one warning: what, where, why it matters, and what to do.
extension Detail {
  init(warning item: WarningLog.Item, state: DashboardState) {
    let (entry, kind) = (item.entry, item.entry.kind)
    title = "\(kind.title.sentenceCase) \u{00B7} warning \(Phrases.number(item.number))"
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
