/// How old entries are that wait to be written: what was in the journal at which time.
struct BacklogAges {
  /// Oldest first.
  private var looks: [(end: UInt64, time: UInt64)] = []

  /// Notes that all entries before one have been there since a time, at the latest.
  mutating func note(end: UInt64, at time: UInt64) {
    if looks.last?.end == end { return }
    looks.append((end, time))
  }

  /// Takes time off that nobody could do anything about.
  mutating func forgive(_ time: UInt64) {
    for index in looks.indices { looks[index].time += time }
  }

  /// The first entry that is worth writing, where those before it have waited for too long; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - position: The first entry that was not written.
  ///   - patience: How long they may wait.
  mutating func firstToKeep(
    reading position: UInt64, at time: UInt64, patience: UInt64 = Recorder.patience
  ) -> UInt64? {
    if let done = looks.lastIndex(where: { $0.end <= position }) { looks.removeSubrange(...done) }
    guard let oldest = looks.first, time - min(oldest.time, time) >= patience else { return nil }
    return looks.last { time - min($0.time, time) >= Recorder.mercy }?.end
  }
}
