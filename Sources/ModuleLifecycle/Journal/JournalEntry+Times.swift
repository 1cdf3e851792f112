extension JournalEntry {
  /// When the entry was written, in nanoseconds since the journal's start; `nil` for a gap, which has no time.
  ///
  /// For an entry with the time of its beginning, this is that time plus the duration. A sum that is too large
  /// saturates at the largest number.
  public var writtenNanoseconds: UInt64? {
    switch self {
    case .dispatch(let entry): Self.end(entry.atNanoseconds, entry.totalNanoseconds)
    case .completion(let entry): entry.atNanoseconds
    // A `freed` entry has the time at which that was noticed, and the duration since the removal.
    case .module(let entry):
      entry.change == .freed ? entry.atNanoseconds : Self.end(entry.atNanoseconds, entry.tookNanoseconds ?? 0)
    case .owned(let entry): entry.atNanoseconds
    case .releasing(let entry): entry.atNanoseconds
    case .released(let entry): Self.end(entry.atNanoseconds, entry.cleanupNanoseconds)
    case .overdue(let entry): entry.atNanoseconds
    case .owner(let entry): entry.atNanoseconds
    case .alive(let entry): entry.atNanoseconds
    case .running(let entry): entry.atNanoseconds
    case .state(let entry): entry.atNanoseconds
    case .output(let entry): entry.atNanoseconds
    case .mark(let entry): entry.atNanoseconds
    case .warning(let entry): entry.atNanoseconds
    case .request(let entry): entry.atNanoseconds
    case .journal(let entry): entry.atNanoseconds
    case .gap: nil
    }
  }

  private static func end(_ start: UInt64, _ duration: UInt64) -> UInt64 {
    let (end, overflows) = start.addingReportingOverflow(duration)
    return overflows ? .max : end
  }
}
