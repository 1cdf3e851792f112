import ModuleLifecycle

/// Lines that wait to be written to a recording's file.
struct RecordingBatch: ~Copyable, Sendable {
  private var output: RecordingOutput
  private var lines = LineBuffer(capacity: 512 << 10)
  private var lineCount = 0
  private let limit: UInt64
  /// When the first line began to wait.
  private var since: UInt64
  /// The number of entries in the file.
  private(set) var entries: UInt64 = 0
  /// The number of entries missing from the file.
  private(set) var dropped: UInt64 = 0
  /// How long the disk has delayed writes since the last query, in nanoseconds.
  private var stalled: UInt64 = 0
  /// How many entries to read at once: few if they are large, so that the file does not wait for the last one; many if
  /// they are small, so that the journal's lock is seldom taken.
  private(set) var entryLimit = 8

  /// How long lines can wait, in nanoseconds, and how many bytes can wait.
  private static let longest: UInt64 = 5_000_000
  private static let most = 256 << 10

  /// - Parameters:
  ///   - output: The file, with its header.
  ///   - limit: The most bytes in the file.
  ///   - time: The current time, in nanoseconds.
  init(_ output: consuming RecordingOutput, limit: UInt64, at time: UInt64) {
    self.output = output
    self.limit = limit
    since = time
  }

  var bytes: UInt64 { output.size }

  /// - Parameter seq: The entry's number in the journal; `nil` for an entry of the prologue.
  mutating func add(_ entry: JournalEntry, seq: UInt64?) {
    let (start, values) = (lines.count, lines.valueCount)
    lines.entryNumber = seq
    entry.write(to: &lines)
    if lines.count - start > JournalLine.mostBytes || lines.valueCount - values > JournalLine.mostValues {
      // Every reader would refuse this line.
      lines.removeAll(from: start)
      return add(.gap(GapEntry(dropped: 1)), seq: seq)
    }
    lines.append(byte: UInt8(ascii: "\n"))
    lineCount += 1
    if case .gap(let gap) = entry { dropped = dropped.plus(gap.dropped) }
  }

  /// Whether there are many lines, or lines that have waited.
  func isDue(at time: UInt64) -> Bool { lines.count >= Self.most || time - min(since, time) >= Self.longest }

  /// Adapts `entryLimit` to the time that it took to read and add entries.
  mutating func adapt(took time: UInt64) {
    if time < 500_000 { entryLimit = min(entryLimit * 2, 256) }
    if time > 2_000_000 { entryLimit = max(entryLimit / 2, 1) }
  }

  /// Notes how long the disk delayed a write.
  mutating func noteStall(_ time: UInt64) { stalled += time }

  /// Returns how long the disk delayed writes since the last call.
  mutating func takeStalledTime() -> UInt64 {
    defer { stalled = 0 }
    return stalled
  }

  /// Writes the lines, up to the file's limit, unless the file was harmed. Checks the file again afterwards, because
  /// these lines may be the last.
  ///
  /// - Returns: Why no more can be written; otherwise `nil`.
  mutating func flush(at time: UInt64) -> RecordingEnd? {
    since = time
    if let harm = output.harm { return harm }
    guard lines.count > 0 else { return nil }
    defer {
      lines.removeAll()
      lineCount = 0
    }
    let name = FilePath.split(output.path).name
    let room = limit - min(output.size, limit)
    let isTooMuch = UInt64(lines.count) > room
    if isTooMuch { lineCount = lines.keepLines(within: Int(clamping: room)) }
    let (written, code) = output.add(lines, count: lineCount)
    entries += UInt64(written)
    if let code {
      return RecordingEnd(.failed, "'\(name)' can't be written any more: \(SystemError.words(code)).")
    }
    guard isTooMuch else { return output.harm }
    return RecordingEnd(.limit, "'\(name)' has reached its limit of \(limit) bytes; nothing more is recorded.")
  }
}
