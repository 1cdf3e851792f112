#if CommandLine
import ModuleLifecycle

/// Which modules panes 1 and 2 show: all of them, or those that fit what was typed.
///
/// Every word has to be in the module's name, in that of a composite around it, or in an event that it handles. Which
/// modules fit is worked out when the words or the modules change, at some 0.1 µs a module, and not for each frame.
struct ModuleFilter: Sendable, Equatable {
  /// What was looked for last, whether or not all rows are shown again.
  private(set) var query = ""
  private(set) var filter: RowFilter?
  private var fitting: Set<ModuleID> = []
  /// The module that was selected when the typing began: what is selected is it, or the next one that fits.
  var origin: ModuleID?

  /// How many modules fit.
  var matchCount: Int { fitting.count }

  /// Whether a module has a row.
  func shows(_ id: ModuleID) -> Bool { filter == nil || fitting.contains(id) }

  /// Shows only the modules that fit a query, all for an empty one.
  mutating func set(_ query: String, in roster: Roster) {
    filter = RowFilter(query)
    if filter != nil { self.query = query }
    refit(roster)
  }

  /// Looks at all modules again, because they have changed.
  mutating func refit(_ roster: Roster) {
    fitting = filter.map { Set(Self.modules(that: $0, finds: roster)) } ?? []
  }

  /// The modules that a filter finds, in the order of the roster.
  static func modules(that filter: RowFilter, finds roster: Roster) -> [ModuleID] {
    roster.rows.filter { fits($0, filter, roster) }.map(\.id)
  }

  private static func fits(_ row: Roster.Row, _ filter: RowFilter, _ roster: Roster) -> Bool {
    var missing = filter.missing(filter.all, in: row.name)
    for event in row.handles where missing != 0 { missing = filter.missing(missing, in: event) }
    var (parent, depth) = (row.parent, 0)
    while missing != 0, depth < Roster.mostNested, let id = parent, let composite = roster[id] {
      depth += 1
      missing = filter.missing(missing, in: composite.name)
      parent = composite.parent
    }
    return missing == 0
  }
}

/// What was typed to find rows: words that must all be found in a row, each in any of its texts.
///
/// Case does not matter. Looking for a word costs about a nanosecond for each letter of the text.
struct RowFilter: Sendable, Equatable {
  /// A bit for each word.
  typealias Words = UInt32

  let query: String
  private let needles: [[UInt8]]

  /// - Returns: `nil` for a query without a word, which every row fits.
  init?(_ query: String) {
    needles = query.lowercased().split(separator: " ").prefix(Words.bitWidth).map { Array($0.utf8) }
    if needles.isEmpty { return nil }
    self.query = query
  }

  /// What was typed, with one space between two words.
  var words: String { query.split(separator: " ").joined(separator: " ") }

  /// All words.
  var all: Words { needles.count == Words.bitWidth ? .max : (1 << Words(needles.count)) - 1 }

  /// Those of the words that are not in a text.
  func missing(_ wanted: Words, in text: String) -> Words {
    guard wanted != 0, !text.isEmpty else { return wanted }
    let quick = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe missing(wanted, in: bytes)
    }
    if let quick = quick.flatMap(\.self) { return quick }
    let lowered = Array(text.lowercased().utf8)
    return unsafe lowered.withUnsafeBufferPointer { bytes in
      needles.indices.reduce(wanted) { left, index in
        let isFound = unsafe contains(needles[index], in: bytes) { $0 }
        return isFound ? left & ~(1 << Words(index)) : left
      }
    }
  }

  /// `nil` for a text in which lower case is more than a matter of adding a bit.
  private func missing(_ wanted: Words, in bytes: UnsafeBufferPointer<UInt8>) -> Words? {
    guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var left = wanted
    for (index, word) in needles.enumerated() where left & (1 << Words(index)) != 0 {
      let isFound = unsafe contains(word, in: bytes) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      if isFound { left &= ~(1 << Words(index)) }
    }
    return left
  }

  private func contains(
    _ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, lowered: (UInt8) -> UInt8
  ) -> Bool {
    guard word.count <= bytes.count else { return false }
    for start in 0...(bytes.count - word.count) where lowered(unsafe bytes[start]) == word[0] {
      var length = 1
      while length < word.count, lowered(unsafe bytes[start + length]) == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

/// What a user can have done to a module, as it is now.
struct ModuleActions: Equatable {
  /// Whether it can be removed.
  let canRemove: Bool
  /// Whether the launch, which it has missed, can be brought to it.
  let canCatchUp: Bool
  /// Whether it can be switched off, or on again.
  let canSwitch: Bool
  /// Whether it is on.
  let isOn: Bool
}

extension DashboardState {
  /// What can be done to a row's module.
  func actions(on row: Roster.Row) -> ModuleActions {
    ModuleActions(
      canRemove: row.isPresent && !row.isMain, canCatchUp: hasMissedLaunch(row),
      canSwitch: !row.isMain && !row.isRemoved, isOn: row.isOn)
  }
}
#endif
