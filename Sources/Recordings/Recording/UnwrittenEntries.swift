/// Since when entries wait to be written, and which of them are dropped because they have waited for too long.
struct UnwrittenEntries {
  /// Oldest first.
  private var looks: [(end: UInt64, time: UInt64)] = []

  /// Notes that all entries before one have been there since a time, at the latest.
  mutating func note(end: UInt64, at time: UInt64) {
    if looks.last?.end == end { return }
    looks.append((end, time))
  }

  /// Does not count a time in which the disk held up a write.
  mutating func discount(_ time: UInt64) {
    for index in looks.indices { looks[index].time += time }
  }

  /// The first entry that is worth writing, where those before it have waited for too long; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - position: The first entry that was not written.
  ///   - limit: How long they may wait, in nanoseconds.
  mutating func firstToKeep(
    reading position: UInt64, at time: UInt64, droppingAfter limit: UInt64 = Recorder.droppedWhenFull
  ) -> UInt64? {
    if let done = looks.lastIndex(where: { $0.end <= position }) { looks.removeSubrange(...done) }
    guard let oldest = looks.first, time - min(oldest.time, time) >= limit else { return nil }
    return looks.last { time - min($0.time, time) >= Recorder.droppedTogether }?.end
  }
}
