/// Whose the objects are that a journal's records speak of.
///
/// Objects of one owner come and go in runs, so the owner stands once for each run, and not in every record.
struct OwnerRuns: ~Copyable, Sendable {
  /// Not private; see `RecordRing.Content`.
  struct Run: Sendable {
    let label: OwnerLabel
    /// The sequence number of the first record.
    let start: UInt64
  }

  /// The owner of the last run; none has the number 0.
  private var latest: UInt64 = 0
  private var runs = RingQueue<Run>(capacity: 4)

  /// Notes whose the object is that a new record speaks of.
  @inline(__always) mutating func note(_ owner: Owner, at sequence: UInt64) {
    guard owner.id != latest else { return }
    latest = owner.id
    runs.append(Run(label: owner.label, start: sequence))
  }

  /// Forgets the owners of records that are gone: those before a sequence number.
  @inline(__always) mutating func forget(before sequence: UInt64) {
    while runs.count > 1, runs[1].start <= sequence { _ = runs.removeFirst() }
  }

  /// Whose the object is that the record of that number speaks of, which must speak of one.
  func label(at sequence: UInt64) -> OwnerLabel {
    // The runs before `low` begin no later than the record, those from `high` on later.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= sequence { low = middle + 1 } else { high = middle }
    }
    return runs[low - 1].label
  }
}
