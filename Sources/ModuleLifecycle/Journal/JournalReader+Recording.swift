extension JournalReader {
  /// What `read` returns, but each entry is made when it is asked for, and the gap is a number. For a reader that writes
  /// entries elsewhere, one after the other.
  package func readLazily(limit: Int) -> (entries: some RandomAccessCollection<JournalEntry>, dropped: UInt64) {
    let (records, dropped) = readRecords(limit: limit, bytes: .max)
    return (records.lazy.map(\.entry), dropped)
  }
}
