/// Keeps track of how long entries wait to be written, and decides which are dropped because they waited too long.
struct UnwrittenEntries {
  /// Oldest first.
  private var looks: [(end: UInt64, time: UInt64)] = []

  /// Notes that all entries before `end` existed by the given time.
  mutating func note(end: UInt64, at time: UInt64) {
    if looks.last?.end == end { return }
    looks.append((end, time))
  }

  /// Excludes a period in which the disk delayed a write.
  mutating func discount(_ time: UInt64) {
    for index in looks.indices { looks[index].time += time }
  }

  /// Returns the first entry to write if those before it have waited too long; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - position: The first entry that has not been written.
  ///   - limit: How long entries can wait, in nanoseconds.
  mutating func firstToKeep(
    reading position: UInt64, at time: UInt64, droppingAfter limit: UInt64 = Recorder.droppedWhenFull
  ) -> UInt64? {
    if let done = looks.lastIndex(where: { $0.end <= position }) { looks.removeSubrange(...done) }
    guard let oldest = looks.first, time - min(oldest.time, time) >= limit else { return nil }
    return looks.last { time - min($0.time, time) >= Recorder.droppedTogether }?.end
  }
}
