import ModuleLifecycle

/// Where the entries of a recording stand in its file, in 24 bytes each.
struct RecordingIndex: Sendable {
  struct Row: Sendable {
    /// Where the line begins.
    var offset: UInt64
    /// When the entry was written, never before the one in front of it.
    var written: UInt64
    /// The line's length in bytes.
    var length: UInt32
    /// The number of the top-level event that was dispatched, as `EventNames` gives it.
    var event: UInt32
  }

  /// Rows are kept in pieces, so that nothing is ever moved to make room for more.
  private static let piece = 1 << 14
  private var pieces: [[Row]] = []
  private(set) var count = 0
  private(set) var names = EventNames()

  subscript(index: Int) -> Row { pieces[index / Self.piece][index % Self.piece] }

  /// Adds an entry whose line stands there.
  mutating func append(_ entry: JournalEntry, offset: UInt64, length: Int) {
    let last = count == 0 ? 0 : self[count - 1].written
    var row = Row(
      offset: offset, written: max(last, entry.writtenNanoseconds ?? last), length: UInt32(length),
      event: EventNames.none)
    if case .dispatch(let dispatch) = entry, dispatch.parent == nil { row.event = names.number(of: dispatch.event) }
    if count % Self.piece == 0 {
      pieces.append([])
      // The first one grows as it must, for small recordings.
      if count > 0 { pieces[pieces.count - 1].reserveCapacity(Self.piece) }
    }
    pieces[pieces.count - 1].append(row)
    count += 1
  }

  /// How many entries had been written at a time.
  func count(at time: UInt64) -> Int {
    // The entries before `low` were written by then, those from `high` on later.
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].written <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The names of events, each with a number, and no more of them than a bounded memory holds.
struct EventNames: Sendable {
  /// The number of no event, and that of all whose names did not fit.
  static let none: UInt32 = 0
  static let unlisted = UInt32.max
  private static let most = 4_096
  private static let longest = 256

  /// In the order in which they came.
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]

  /// The number of a name, which is listed if it is new and there is room.
  mutating func number(of name: String) -> UInt32 {
    if let number = numbers[name] { return number }
    guard names.count < Self.most, name.utf8.count <= Self.longest else { return Self.unlisted }
    names.append(name)
    numbers[name] = UInt32(names.count)
    return UInt32(names.count)
  }

  /// The number of a name, if it is listed.
  func listedNumber(of name: String) -> UInt32? { numbers[name] }
}
