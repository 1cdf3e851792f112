public import ModuleLifecycle

/// Collects a journal's entries for a test, and waits for a matching entry without polling.
///
/// ```swift
/// let collector = JournalCollector(composite.journal)
/// try composite.remove("Feed")
/// let freed = await collector.first { $0.freedModule == "Feed" }
/// ```
public actor JournalCollector {
  private typealias Waiter = (
    fits: @Sendable (JournalEntry) -> Bool, continuation: CheckedContinuation<JournalEntry, Never>
  )

  private let journal: Journal
  private var reader: JournalReader?
  private var waiters: [Waiter] = []
  /// All entries read so far, oldest first.
  public private(set) var entries: [JournalEntry] = []

  /// Creates a collector that starts at the oldest entry that the journal keeps.
  public init(_ journal: Journal) { self.journal = journal }

  /// Returns the first entry that matches, among those already read and those to come.
  ///
  /// This waits without a limit: give the test a time limit.
  public func first(where fits: @escaping @Sendable (JournalEntry) -> Bool) async -> JournalEntry {
    collect()
    if let entry = entries.first(where: fits) { return entry }
    return await withCheckedContinuation { waiters.append((fits, $0)) }
  }

  /// Reads the entries that are in the journal now.
  public func collect() {
    let reader = reader ?? journal.reader { [weak self] in Task { await self?.collect() } }
    self.reader = reader
    // One read returns a limited number of bytes.
    while case let new = reader.read(), !new.isEmpty {
      entries += new
      for entry in new {
        waiters.removeAll { waiter in
          guard waiter.fits(entry) else { return false }
          waiter.continuation.resume(returning: entry)
          return true
        }
      }
    }
  }
}

extension JournalEntry {
  /// The name of the freed module, if the entry reports one.
  public var freedModule: String? { module.flatMap { $0.change == .freed ? $0.name : nil } }
}
