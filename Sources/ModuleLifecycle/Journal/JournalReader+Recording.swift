extension JournalReader {
  /// Reads like `read`, but creates each entry on access and returns the gap as a number. For a reader that writes
  /// entries elsewhere one by one.
  package func readLazily(limit: Int) -> (entries: some RandomAccessCollection<JournalEntry>, dropped: UInt64) {
    let (records, dropped) = readRecords(limit: limit, bytes: .max)
    return (records.lazy.map(\.entry), dropped)
  }
}
