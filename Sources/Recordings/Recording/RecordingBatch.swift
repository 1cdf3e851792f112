import ModuleLifecycle

/// The lines that wait to be written to a recording's file, and that file.
struct RecordingBatch: ~Copyable, Sendable {
  private var output: RecordingOutput
  private var lines = LineBuffer()
  private let limit: UInt64
  /// When the first line began to wait.
  private var since: UInt64 = 0
  /// The number of entries in the file.
  private(set) var entries: UInt64 = 0
  /// The number of entries missing from the file.
  private(set) var dropped: UInt64 = 0

  /// How long lines can wait, in nanoseconds, and how many bytes can wait.
  private static let longest: UInt64 = 5_000_000
  private static let most = 256 << 10

  /// Creates the file and writes its header.
  ///
  /// - Parameter limit: The most bytes in the file.
  /// - Throws: `RecordingStartError` if the file can't be created or is too small for the header. Nothing is changed then.
  init(
    to path: String, header: JournalHeader, overwriting: Bool, limit: UInt64, disk: RecordingDisk = .system
  ) throws(RecordingStartError) {
    let line = Array("\(JournalLine.encode(header))\n".utf8)
    // Check this before an existing file is emptied.
    guard line.count <= limit else { throw .isTooLarge(path, beginning: line.count, limit: limit) }
    var output = try RecordingOutput(path: path, overwriting: overwriting, application: header.application, disk: disk)
    if let code = output.add(line).code {
      output.removeIfNew()
      throw .refused(path, code: code)
    }
    self.limit = limit
    self.output = output
  }

  var bytes: UInt64 { output.size }

  /// Deletes the file if it is new, for a recording that can't start after all.
  func removeIfNew() { output.removeIfNew() }

  /// - Parameter seq: The entry's number in the journal; `nil` for an entry of the prologue.
  mutating func add(_ entry: JournalEntry, seq: UInt64?) {
    let (start, values) = (lines.bytes.count, lines.valueCount)
    lines.entryNumber = seq
    entry.write(to: &lines)
    if lines.bytes.count - start > JournalLine.mostBytes || lines.valueCount - values > JournalLine.mostValues {
      // Every reader would refuse this line.
      lines.keep(start)
      return add(.gap(GapEntry(dropped: 1)), seq: seq)
    }
    lines.append(raw: "\n")
    if case .gap(let gap) = entry { dropped = dropped.plus(gap.dropped) }
  }

  /// Whether there are many lines, or lines that have waited.
  func isDue(at time: UInt64) -> Bool { lines.bytes.count >= Self.most || time.minus(since) >= Self.longest }

  /// Writes the lines, up to the file's limit, unless the file was harmed. Checks the file again afterwards, because
  /// these lines may be the last.
  ///
  /// - Returns: Why no more can be written; otherwise `nil`.
  mutating func flush(at time: UInt64) -> RecordingEnd? {
    since = time
    if let harm = output.harm { return harm }
    guard !lines.bytes.isEmpty else { return nil }
    defer { lines.removeAll() }
    let name = FilePath.split(output.path).name
    let room = Int(clamping: limit.minus(output.size))
    let isTooMuch = lines.bytes.count > room
    if isTooMuch { lines.keep(lines.bytes[..<room].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) }
    let (written, code) = output.add(lines.bytes)
    entries += UInt64(written)
    if let code {
      return RecordingEnd(cause: .failed, problem: "'\(name)' can't be written any more: \(SystemError.words(code)).")
    }
    guard isTooMuch else { return output.harm }
    return RecordingEnd(
      cause: .limit, problem: "'\(name)' has reached its limit of \(limit) bytes; nothing more is recorded.")
  }
}
