import ModuleLifecycle
import RollcallTextFormatting

/// The part of a recording that has been read so far.
struct RecordingContents {
  private(set) var header: JournalHeader?
  private(set) var index = RecordingIndex()
  private(set) var damage = RecordingDamage()
  private var lines: LineSplitter
  /// The number of the line, counted from one.
  private var number = 0
  /// The least number in the journal that the next entry can have.
  private var nextEntry: UInt64 = 0

  /// - Parameter limit: The most bytes in a line.
  init(longestLine limit: Int) { lines = LineSplitter(limit: limit) }

  /// Adds the next bytes.
  ///
  /// - Throws: `JournalHeaderError` if the first line is not the header.
  mutating func add(_ bytes: ArraySlice<UInt8>) throws(JournalHeaderError) {
    lines.add(bytes)
    var start = lines.start
    while let line = lines.next() {
      try add(line, at: start, isEnded: true)
      start = lines.start
    }
  }

  /// Adds the bytes after the last line feed.
  mutating func end() throws(JournalHeaderError) {
    let start = lines.start
    let rest = lines.isAtLongLine ? .tooLong : LineSplitter.Line.bytes(lines.takeRest())
    if rest != .bytes([]) { try add(rest, at: start, isEnded: false) }
  }

  private mutating func add(
    _ line: LineSplitter.Line, at start: UInt64, isEnded: Bool
  ) throws(JournalHeaderError) {
    number += 1
    switch line {
    case .tooLong where header == nil: throw .none("it is longer than any header")
    case .tooLong: if isEnded { damage.skip(number, "it is too long") } else { damage.isLastLineTorn = true }
    case .bytes(let bytes) where header == nil: header = try JournalLine.header(bytes)
    case .bytes(let bytes) where bytes.allSatisfy { [0x09, 0x0D, 0x20].contains($0) }: break
    case .bytes(let bytes): addEntry(bytes, at: start, isEnded: isEnded)
    }
  }

  private mutating func addEntry(_ bytes: [UInt8], at start: UInt64, isEnded: Bool) {
    do throws(JournalLineError) {
      let read = try JournalLine.read(bytes)
      if let seq = read.seq {
        guard seq >= nextEntry else {
          damage.repeatedEntries += 1
          return
        }
        let span = if case .gap(let gap) = read.entry { gap.dropped } else { UInt64(1) }
        nextEntry = seq.plus(max(1, span))
      }
      index.append(read.entry, offset: start, length: bytes.count)
      if let value = read.unknownValue { damage.add(\.incompleteEntries, \.missingValue, value) }
    } catch .unknownType(let type) {
      damage.add(\.unknownEntries, \.unknownType, type)
    } catch .unknownValue(let clause) {
      damage.add(\.unknownValues, \.unknownValue, clause)
    } catch .damaged where !isEnded {
      damage.isLastLineTorn = true
    } catch {
      // Another journal follows.
      if (try? JournalLine.header(bytes)) != nil { nextEntry = 0 }
      damage.skip(number, "\(error)")
    }
  }
}

/// The positions of a recording's entries in its file, in 24 bytes each.
struct RecordingIndex: Sendable {
  struct Row: Sendable {
    /// The position of the line's first byte.
    var offset: UInt64
    /// When the entry was written, never earlier than the entry before it.
    var written: UInt64
    /// The line's length in bytes.
    var length: UInt32
    /// The number of the dispatched top-level event in `EventNames`.
    var event: UInt32
  }

  /// The rows, in pieces, so that growth never moves a row.
  private static let piece = 1 << 14
  private var pieces: [[Row]] = []
  private(set) var count = 0
  private(set) var names = EventNames()

  subscript(index: Int) -> Row { pieces[index / Self.piece][index % Self.piece] }

  /// Adds an entry and the position of its line.
  mutating func append(_ entry: AnyEntry, offset: UInt64, length: Int) {
    let last = count == 0 ? 0 : self[count - 1].written
    var row = Row(
      offset: offset, written: max(last, entry.writtenNanoseconds ?? last), length: UInt32(length),
      event: EventNames.none)
    if case .dispatch(let dispatch) = entry, dispatch.parent == nil { row.event = names.number(of: dispatch.event) }
    if count % Self.piece == 0 {
      pieces.append([])
      // The first piece grows on demand, for small recordings.
      if count > 0 { pieces[pieces.count - 1].reserveCapacity(Self.piece) }
    }
    pieces[pieces.count - 1].append(row)
    count += 1
  }

  /// Returns the number of entries that had been written by a time.
  func count(at time: UInt64) -> Int {
    // Entries before `low` were written by then. Those from `high` on were written later.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].written <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The names of events, each with a number, in a bounded amount of memory.
struct EventNames: Sendable {
  /// The number for no event; `unlisted` is the number of every event whose name did not fit.
  static let none: UInt32 = 0
  static let unlisted = UInt32.max
  private static let most = 4_096
  private static let longest = 256

  /// In order of first appearance.
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]

  /// Returns the number of a name. Lists a new name if there is room.
  mutating func number(of name: String) -> UInt32 {
    if let number = numbers[name] { return number }
    guard names.count < Self.most, name.utf8.count <= Self.longest else { return Self.unlisted }
    names.append(name)
    numbers[name] = UInt32(names.count)
    return UInt32(names.count)
  }

  /// Returns the number of a name; `nil` if it is not listed.
  func listedNumber(of name: String) -> UInt32? { numbers[name] }
}
