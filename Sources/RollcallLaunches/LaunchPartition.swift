package import ModuleLifecycle

/// Divides a period among what happened in it, so that the pieces add up to the whole: each nanosecond belongs to one.
///
/// What the main actor does has precedence over asynchronous starts, and of two things inside each other, the inner one.
package struct LaunchPartition: Sendable, Equatable {
  /// What a piece of time belongs to.
  package enum Kind: Hashable, Sendable {
    case creation(ModuleID)
    case handler(ModuleID, DispatchID)
    /// A dispatch outside its handlers, or one whose handlers are not known.
    case dispatch(DispatchID)
    /// One module's asynchronous start, while nothing else happened.
    case start(ModuleID)
    /// Several starts at a time. Without one of them, this time would pass for the others.
    case sideBySide
    /// No thread of the process ran.
    case stopped
    /// Nothing that the journal knows of.
    case idle
  }

  /// Something that happened, in nanoseconds since the journal's start.
  package struct Interval: Sendable, Equatable {
    package var kind: Kind
    package var start, end: UInt64

    package init(_ kind: Kind, from start: UInt64, to end: UInt64) {
      (self.kind, self.start, self.end) = (kind, start, max(start, end))
    }
  }

  /// The pieces in order, end to end. Neighbours differ in kind.
  package private(set) var pieces: [Interval] = []

  /// Costs a sort of the intervals.
  package init(_ intervals: [Interval], from start: UInt64, to end: UInt64) {
    let inside = intervals.filter { $0.end > start && $0.start < end && $0.start < $0.end }
    // Of those that begin together, the outer one first.
    let opening = inside.indices.sorted { (inside[$0].start, inside[$1].end) < (inside[$1].start, inside[$0].end) }
    let closing = inside.indices.sorted { inside[$0].end < inside[$1].end }
    // What is open, the innermost last. Those that have ended are only taken from the end.
    var (open, ended, running, stops) = ([Int](), Set<Int>(), Set<Int>(), 0)
    var (opened, closed, now) = (0, 0, start)
    while now < end {
      while opened < opening.count, inside[opening[opened]].start <= now {
        switch inside[opening[opened]].kind {
        case .start: running.insert(opening[opened])
        case .stopped: stops += 1
        default: open.append(opening[opened])
        }
        opened += 1
      }
      while closed < closing.count, inside[closing[closed]].end <= now {
        switch inside[closing[closed]].kind {
        case .start: running.remove(closing[closed])
        case .stopped: stops -= 1
        default: ended.insert(closing[closed])
        }
        closed += 1
      }
      while let last = open.last, ended.contains(last) { open.removeLast() }
      var next = end
      if opened < opening.count { next = min(next, inside[opening[opened]].start) }
      if closed < closing.count { next = min(next, inside[closing[closed]].end) }
      let kind: Kind
      if stops > 0 {
        kind = .stopped
      } else if let current = open.last {
        kind = inside[current].kind
      } else if let only = running.first {
        kind = running.count == 1 ? inside[only].kind : .sideBySide
      } else {
        kind = .idle
      }
      add(Interval(kind, from: now, to: next))
      now = next
    }
  }

  private mutating func add(_ piece: Interval) {
    if let last = pieces.last, last.kind == piece.kind {
      pieces[pieces.count - 1].end = piece.end
    } else {
      pieces.append(piece)
    }
  }

  /// The time of each kind.
  package var sums: [Kind: UInt64] {
    pieces.reduce(into: [:]) { $0[$1.kind, default: 0] += $1.end - $1.start }
  }
}
