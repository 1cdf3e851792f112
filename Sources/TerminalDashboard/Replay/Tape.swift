#if CommandLine
import ModuleLifecycle

/// The entries of a recording, to be read from any place. May be used from several threads.
protocol Tape: Sendable {
  /// How many entries there are.
  var count: Int { get }
  /// The entries of a range.
  ///
  /// - Throws: An error whose description is a sentence, where the file can't be read.
  func entries(_ range: Range<Int>) throws -> [JournalEntry]
  /// When an entry was written, in nanoseconds since the journal's start; no earlier than the one before it.
  func time(of index: Int) -> UInt64
  /// The names of the events that were sent, each once.
  var events: [String] { get }
  /// The first dispatch of an event, not sent by a handler, that comes after an entry.
  ///
  /// - Throws: An error whose description is a sentence, where the file can't be read.
  func next(event: String, after index: Int) throws -> Int?
  /// The last one that comes before an entry.
  func previous(event: String, before index: Int) throws -> Int?
}

extension Tape {
  /// When the last entry was written.
  var end: UInt64 { count > 0 ? time(of: count - 1) : 0 }
  /// When the first one was.
  var start: UInt64 { count > 0 ? time(of: 0) : 0 }

  /// The time after so many entries.
  func time(after position: Int) -> UInt64 { position > 0 ? time(of: position - 1) : start }

  /// How many of the entries were written by a time. A search by halves.
  func position(at time: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.time(of: middle) <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first dispatch of any event, not sent by a handler, that comes after an entry.
  ///
  /// Mostly one is near: entries are read before each event is asked for.
  func nextDispatch(after index: Int) throws -> Int? {
    let range = min(index + 1, count)..<min(index + 1 + Self.nearby, count)
    if let offset = try entries(range).firstIndex(where: \.isTopLevelDispatch) { return range.lowerBound + offset }
    return try events.compactMap { try next(event: $0, after: range.upperBound - 1) }.min()
  }

  /// The last one before an entry.
  func previousDispatch(before index: Int) throws -> Int? {
    let range = max(0, index - Self.nearby)..<max(0, index)
    if let offset = try entries(range).lastIndex(where: \.isTopLevelDispatch) { return range.lowerBound + offset }
    return try events.compactMap { try previous(event: $0, before: range.lowerBound) }.max()
  }

  /// How many entries to look at one by one.
  private static var nearby: Int { 1_024 }
}

extension JournalEntry {
  /// Whether it is a dispatch that no handler sent.
  fileprivate var isTopLevelDispatch: Bool {
    if case .dispatch(let entry) = self { entry.parent == nil } else { false }
  }
}
#endif
