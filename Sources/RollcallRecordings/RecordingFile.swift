import Foundation
public import ModuleLifecycle

/// Limits on how much of a file is held in memory at once, in bytes.
package struct ReadingLimits: Sendable {
  /// The longest line that is read. Longer lines are skipped and never held.
  package var line = JournalLine.mostBytes
  /// The size of one read.
  package var chunk = 1 << 20

  package init() {}
}

/// A recording in a file: a header, and entries that can be read in any order.
///
/// Opening reads the whole file once, decodes every entry, and keeps 24 bytes for each: its position, time and event.
/// The entries themselves are read from the file on demand. Data appended after the file was opened is ignored.
///
/// Lines that are not entries are skipped and counted in `damage`. This includes any line longer than 16 MiB, which is
/// never held in memory.
public final class RecordingFile: Sendable {
  /// The file's path, as the caller gave it. `-` stands for standard input.
  public let path: String
  /// The recording's header, from the first line.
  package let header: JournalHeader
  /// The parts of the file that could not be read.
  public let damage: RecordingDamage
  /// The file's size when it was opened, in bytes.
  package let size: UInt64

  private let file: File
  private let index: RecordingIndex

  /// Opens a recording and reads all of it. The time grows with the file.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - progress: Called now and then on the calling thread, with the number of bytes read and the file's size. Return
  ///     `false` to cancel. Both numbers are equal in the last call.
  /// - Throws: `RecordingError` if the file is not a readable recording. Damage within it is not an error.
  public convenience init(
    path: String, progress: (@Sendable (UInt64, UInt64) -> Bool)? = nil
  ) throws(RecordingError) {
    try self.init(path: path, limits: ReadingLimits(), progress: progress)
  }

  /// Opens a recording with other limits.
  package convenience init(
    path: String, limits: ReadingLimits, progress: (@Sendable (UInt64, UInt64) -> Bool)? = nil
  ) throws(RecordingError) {
    // Not blocking: opening a pipe without a writer would wait.
    let descriptor = File.opened(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .refused(path, code: errno) }
    try self.init(File(owning: descriptor), path: path, limits: limits, progress: progress)
  }

  /// Opens a copy of standard input and takes ownership of its descriptor.
  ///
  /// - Parameter copy: The descriptor from `StreamCopy`. Errors and `path` call the file `-`.
  package convenience init(copy: Int32) throws(RecordingError) {
    try self.init(File(owning: copy), path: "-", limits: ReadingLimits(), progress: nil)
  }

  private init(
    _ file: consuming File, path: String, limits: ReadingLimits, progress: (@Sendable (UInt64, UInt64) -> Bool)?
  ) throws(RecordingError) {
    guard let status = file.status else { throw .refused(path, code: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw RecordingError(.folder, path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw RecordingError(.notAFile, path: path) }
    let size = UInt64(max(0, status.st_size))
    var contents = RecordingContents(longestLine: limits.line)
    var buffer = [UInt8](repeating: 0, count: Int(min(UInt64(max(1, limits.chunk)), max(1, size))))
    var done: UInt64 = 0
    if let progress, !progress(done, size) { throw RecordingError(.cancelled, path: path) }
    while done < size {
      guard let count = file.fill(&buffer, from: done) else { throw .refused(path, code: errno) }
      if count == 0 { throw RecordingError(.changed, path: path) }
      // What was appended since is left out.
      let added = Int(min(UInt64(count), size - done))
      done += UInt64(added)
      do throws(JournalHeaderError) {
        try contents.add(buffer[..<added])
        if done == size { try contents.end() }
      } catch {
        throw RecordingError(.header(error), path: path)
      }
      if let progress, !progress(done, size) { throw RecordingError(.cancelled, path: path) }
    }
    guard let header = contents.header else { throw RecordingError(.empty, path: path) }
    (self.path, self.header, self.size) = (path, header, size)
    (damage, index) = (contents.damage, contents.index)
    self.file = file
  }

  /// The number of entries that can be read.
  public var count: Int { index.count }

  /// Returns when an entry was written, in nanoseconds since the journal's start. For a dispatch, this is its end.
  ///
  /// Times never decrease: an entry whose own time is earlier gets the time of the entry before it. Takes constant
  /// time.
  ///
  /// - Parameter place: The index of an existing entry.
  package func time(of place: Int) -> UInt64 { index[place].written }

  /// Returns the number of entries that had been written by a time. This is also the index of the first later entry.
  /// Costs 20 lookups in the index for a million entries.
  package func count(at time: UInt64) -> Int { index.count(at: time) }

  /// Reads the entries in a range of indices. Decodes them, and holds all of them in memory.
  ///
  /// - Parameter range: The indices. Those without an entry are ignored.
  /// - Throws: `RecordingError` if the file has changed since it was opened.
  public func entries(_ range: Range<Int>) throws(RecordingError) -> [JournalEntry] {
    try anyEntries(range).map(JournalEntry.init)
  }

  /// Reads like `entries`, for code of this package, which tells the kinds of entries apart.
  package func anyEntries(_ range: Range<Int>) throws(RecordingError) -> [AnyEntry] {
    var entries: [AnyEntry] = []
    entries.reserveCapacity(range.clamped(to: 0..<count).count)
    var place = range.clamped(to: 0..<count).lowerBound
    while place < min(range.upperBound, count) {
      place = try readBlock(from: place, to: min(range.upperBound, count), into: &entries)
    }
    return entries
  }

  /// Reads entries one after another, holding at most one mebibyte of them at a time.
  ///
  /// - Parameters:
  ///   - range: The entries' indices; `nil` for all entries.
  ///   - body: Called with each entry in turn.
  /// - Throws: The errors of `body`, and `RecordingError` if the file has changed since it was opened.
  package func forEachEntry(in range: Range<Int>? = nil, _ body: (AnyEntry) throws -> Void) throws {
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    var place = range.lowerBound
    while place < range.upperBound {
      var entries: [AnyEntry] = []
      place = try readBlock(from: place, to: range.upperBound, into: &entries)
      for entry in entries { try body(entry) }
    }
  }

  /// Reads adjacent entries: at most one mebibyte, unless a single entry is longer.
  ///
  /// - Returns: The index after the last one.
  private func readBlock(
    from first: Int, to bound: Int, into entries: inout [AnyEntry]
  ) throws(RecordingError) -> Int {
    let start = index[first].offset
    func offset(behind place: Int) -> Int { Int(index[place].offset - start) + Int(index[place].length) }
    var last = first
    while last + 1 < bound, index[last + 1].offset - start < 1 << 20, offset(behind: last + 1) <= 1 << 20 { last += 1 }
    var block = [UInt8](repeating: 0, count: offset(behind: last))
    guard let count = file.fill(&block, from: start) else { throw .refused(path, code: errno) }
    if count < block.count { throw RecordingError(.changed, path: path) }
    for place in first...last {
      let line = Int(index[place].offset - start)..<offset(behind: place)
      do throws(JournalLineError) {
        entries.append(try JournalLine.entry(Array(block[line])))
      } catch {
        throw RecordingError(.changed, path: path)
      }
    }
    return last + 1
  }

  /// The names of the events that were dispatched at top level, in order of first appearance. At most 4,096 names are
  /// listed, and none longer than 256 bytes. `next` and `previous` also find the events that are not listed.
  package var events: [String] { index.names.names }

  /// Returns the index of the first top-level dispatch of an event after another index; `nil` if there is none.
  ///
  /// Reads only the index in memory, not the file: a few milliseconds for a million entries.
  ///
  /// - Parameters:
  ///   - event: The event's name; `nil` for any event.
  ///   - place: The index after which the search starts.
  /// - Throws: `RecordingError`, but only for an event that is not listed in `events`: its dispatches must be read.
  package func next(event: String?, after place: Int) throws(RecordingError) -> Int? {
    try first(event, among: stride(from: max(0, place == .max ? place : place + 1), to: count, by: 1))
  }

  /// Returns the index of the last top-level dispatch of an event before another index; see `next(event:after:)`.
  package func previous(event: String?, before place: Int) throws(RecordingError) -> Int? {
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
      } else if number == EventNames.unlisted, case .dispatch(let entry)? = try anyEntries(place..<place + 1).first,
        entry.event == event
      {
        return place
      }
    }
    return nil
  }
}
