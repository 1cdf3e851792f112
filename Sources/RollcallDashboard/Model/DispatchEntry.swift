#if CommandLine
import ModuleLifecycle

extension DispatchEntry {
  /// The most levels of nested rows.
  private static let deepest = 64

  /// The entry with sound nesting: a parent that is not an earlier row is removed, and a deeper row is moved to the
  /// greatest depth. A file can contain anything. Visits each row if any row is nested.
  var withSoundRows: DispatchEntry {
    guard handlers.contains(where: { $0.parent != nil }) else { return self }
    var rows: [HandlerSpan] = []
    var depths: [Int] = []
    for var span in handlers {
      let parent = span.parent.flatMap { depths.indices.contains($0) ? $0 : nil }
      let isTooDeep = parent.map { depths[$0] == Self.deepest } ?? false
      span.parent = isTooDeep ? parent.flatMap { rows[$0].parent } : parent
      rows.append(span)
      depths.append(isTooDeep ? Self.deepest : parent.map { depths[$0] + 1 } ?? 0)
    }
    var sound = self
    sound.handlers = HandlerSpans(rows)
    return sound
  }
}
#endif
