public import ModuleLifecycle

/// A recording in a file: a header, and entries that can be read from any place.
///
/// Opening reads the file once from its beginning to its end, decodes every entry, and keeps 24 bytes of each: where it
/// stands, when it was written, which event it is. The entries themselves are read from the file when they are asked for.
/// What the file had when it was opened counts; what is appended later does not.
///
/// Lines that are no entries are skipped and counted in `damage`. A line of more than 16 MiB is one of those, and never held.
public final class RecordingFile: Sendable {
  /// The file, as it was named.
  public let path: String
  /// The first line.
  public let header: JournalHeader
  /// What could not be read.
  public let damage: RecordingDamage
  /// The file's size when it was opened, in bytes.
  public var size: UInt64 { file.size }

  private let file: OpenFile
  private let index: RecordingIndex

  /// Opens a recording and reads it through, which takes a second or two for a gigabyte.
  ///
  /// - Parameters:
  ///   - path: The file; a regular one.
  ///   - progress: Is told now and then, on this thread, how many of how many bytes have been read, and says whether to go
  ///     on. The last time the two are the same.
  /// - Throws: A `RecordingError` that says why it can't be read: damage within it is no reason.
  public convenience init(
    path: String, progress: (@Sendable (UInt64, UInt64) -> Bool)? = nil
  ) throws(RecordingError) {
    try self.init(path: path, limits: ReadingLimits(), progress: progress)
  }

  /// The same, with other limits.
  package convenience init(
    path: String, limits: ReadingLimits, progress: (@Sendable (UInt64, UInt64) -> Bool)? = nil
  ) throws(RecordingError) {
    try self.init(OpenFile(path: path), limits: limits, progress: progress)
  }

  /// Reads a copy of standard input, and closes it in the end.
  ///
  /// - Parameter copy: The descriptor that `StreamCopy` made. Errors and `path` call the file `-`.
  package convenience init(copy: Int32) throws(RecordingError) {
    try self.init(OpenFile(descriptor: copy, path: "-"), limits: ReadingLimits(), progress: nil)
  }

  private init(
    _ file: consuming OpenFile, limits: ReadingLimits, progress: (@Sendable (UInt64, UInt64) -> Bool)?
  ) throws(RecordingError) {
    let path = file.path
    var contents = RecordingContents()
    var lines = FileLines(limits: limits, size: file.size)
    let size = file.size
    func tell(_ done: UInt64) throws(RecordingError) {
      if let progress, !progress(done, size) { throw RecordingError(.cancelled, path: path) }
    }
    try tell(0)
    try lines.forEach(of: file, progress: tell) { bytes, line throws(RecordingError) in
      do throws(JournalHeaderError) {
        try contents.add(bytes, line)
      } catch {
        throw RecordingError(.header(error), path: path)
      }
    }
    guard let header = contents.header else { throw RecordingError(.empty, path: path) }
    self.path = path
    self.header = header
    self.damage = contents.damage
    self.index = contents.index
    self.file = file
  }

  /// How many entries can be read.
  public var count: Int { index.count }

  /// When an entry was written, in nanoseconds from the journal's start: for a dispatch, when it was over.
  ///
  /// Never less than for the entry before: one whose own time went back was written no earlier than that. Costs nothing.
  ///
  /// - Parameter place: The entry's; there must be such an entry.
  public func time(of place: Int) -> UInt64 { index[place].written }

  /// How many entries had been written by a time, and so the place of the first one that was written later. Costs twenty
  /// looks at the index for a million entries.
  public func count(at time: UInt64) -> Int { index.count(at: time) }

  /// The entries at these places, as far as there are such: 1 to 3 µs each, and all of them in memory.
  ///
  /// - Throws: A `RecordingError` if the file is not any more what it was when it was opened.
  public func entries(_ range: Range<Int>) throws(RecordingError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    entries.reserveCapacity(range.clamped(to: 0..<count).count)
    var place = range.clamped(to: 0..<count).lowerBound
    while place < min(range.upperBound, count) {
      place = try readBlock(from: place, to: min(range.upperBound, count), into: &entries)
    }
    return entries
  }

  /// Reads entries one after the other, of which no more than a mebibyte is held at a time.
  ///
  /// - Parameter range: Their places; without one all.
  /// - Throws: What `body` throws, or a `RecordingError` if the file is not any more what it was when it was opened.
  public func forEachEntry(in range: Range<Int>? = nil, _ body: (JournalEntry) throws -> Void) throws {
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    var place = range.lowerBound
    while place < range.upperBound {
      var entries: [JournalEntry] = []
      place = try readBlock(from: place, to: range.upperBound, into: &entries)
      for entry in entries { try body(entry) }
    }
  }

  /// Reads entries that stand beside each other, a mebibyte at most unless a single one is longer.
  ///
  /// - Returns: The place behind the last one.
  private func readBlock(
    from first: Int, to bound: Int, into entries: inout [JournalEntry]
  ) throws(RecordingError) -> Int {
    let start = index[first].offset
    func offset(behind place: Int) -> Int { Int(index[place].offset - start) + Int(index[place].length) }
    var last = first
    while last + 1 < bound, index[last + 1].offset - start < 1 << 20, offset(behind: last + 1) <= 1 << 20 { last += 1 }
    var block = [UInt8](repeating: 0, count: offset(behind: last))
    guard try file.read(at: start, into: &block, from: 0) == block.count else {
      throw RecordingError(.changed, path: path)
    }
    for place in first...last {
      let line = Int(index[place].offset - start)..<offset(behind: place)
      do throws(JournalLineError) {
        entries.append(try JournalLine.entry(block.span.extracting(line)))
      } catch {
        throw RecordingError(.changed, path: path)
      }
    }
    return last + 1
  }

  /// The names of the events that were dispatched at top level, in the order in which they came first. At most 4,096 are
  /// listed, and none that is longer than 256 bytes; `next` and `previous` find the others all the same.
  public var events: [String] { index.names.names }

  /// The place of the first top-level dispatch of an event, or of any, behind another place; `nil` if none follows. Looks
  /// at the index only: a few milliseconds for a million entries.
  ///
  /// - Parameter event: Its name; `nil` for any event.
  /// - Throws: Only for an event that is not listed in `events`, whose dispatches have to be read.
  public func next(event: String?, after place: Int) throws(RecordingError) -> Int? {
    try first(event, among: stride(from: max(0, place == .max ? place : place + 1), to: count, by: 1))
  }

  /// The place of the last top-level dispatch of an event before another place; see `next`.
  public func previous(event: String?, before place: Int) throws(RecordingError) -> Int? {
    try first(event, among: stride(from: min(count, max(0, place)) - 1, through: 0, by: -1))
  }

  private func first(_ event: String?, among places: some Sequence<Int>) throws(RecordingError) -> Int? {
    let listed = event.flatMap { index.names.listedNumber(of: $0) }
    for place in places {
      let number = index[place].event
      if event == nil {
        if number != EventNames.none { return place }
      } else if let listed {
        if number == listed { return place }
      } else if number == EventNames.unlisted, case .dispatch(let entry)? = try entries(place..<place + 1).first,
        entry.event == event
      {
        return place
      }
    }
    return nil
  }
}
