import ModuleLifecycle

/// The slices of a top-level event and of all events that were sent within it.
///
/// Slices of one lane must be nested or disjoint, and an outer slice must come first. A journal's slices are; those of
/// a damaged recording are cut to fit.
struct SliceGroup {
  private var slices: [(lane: TraceLane, start: UInt64, end: UInt64, event: TraceEvent)] = []

  mutating func add(_ event: TraceEvent) {
    slices.append((event.lane, event.at, event.at.plus(event.took ?? 0), event))
  }

  /// The slices, outer ones before inner ones, each cut to the slice around it.
  func nested() -> [TraceEvent] {
    // Slices of equal length were added from the outside inwards.
    let sorted = slices.enumerated().sorted {
      ($0.element.start, UInt64.max - $0.element.end, $0.offset)
        < ($1.element.start, UInt64.max - $1.element.end, $1.offset)
    }
    var open: [TraceLane: [UInt64]] = [:]
    return sorted.map { _, slice in
      var ends = open[slice.lane] ?? []
      while let last = ends.last, last <= slice.start, !(last == slice.start && slice.end == slice.start) {
        ends.removeLast()
      }
      let end = min(slice.end, ends.last ?? .max)
      ends.append(end)
      open[slice.lane] = ends
      var event = slice.event
      event.took = end - min(slice.start, end)
      return event
    }
  }
}
