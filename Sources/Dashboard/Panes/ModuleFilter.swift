#if CommandLine
import ModuleLifecycle
import TerminalUI

/// Which modules panes 1 and 2 show: all, or those that match a query.
///
/// Every word must be in the module's name, the name of a composite that contains it, or an event that it handles.
/// Matching runs when the rows are built, not for each frame. It costs about 0.1 µs per module.
struct ModuleFilter: Sendable, Equatable {
  /// The last query, kept after all rows are shown again.
  private(set) var query = ""
  private(set) var filter: RowFilter?
  /// The module selected when typing began. It is selected, or if it does not match, the next module that does.
  var origin: ModuleID?

  /// Shows only the modules that match a query; all for an empty query.
  mutating func set(_ query: String) {
    filter = RowFilter(query)
    if filter != nil { self.query = query }
  }

  /// The modules that match a filter, in list order.
  static func modules(that filter: RowFilter, finds list: ModuleList) -> [ModuleID] {
    list.rows.filter { fits($0, filter, list) }.map(\.id)
  }

  private static func fits(_ row: ModuleList.Row, _ filter: RowFilter, _ list: ModuleList) -> Bool {
    var missing = filter.missing(filter.all, in: row.name)
    for event in row.handles where missing != 0 { missing = filter.missing(missing, in: event) }
    var (parent, depth) = (row.parent, 0)
    while missing != 0, depth < ModuleList.mostNested, let id = parent, let composite = list[id] {
      depth += 1
      missing = filter.missing(missing, in: composite.name)
      parent = composite.parent
    }
    return missing == 0
  }
}

/// The words of a query. A row matches if each word is in one of its texts.
///
/// Case does not matter. Searching for a word costs about 1 ns per letter of text.
struct RowFilter: Sendable, Equatable {
  /// One bit per word.
  typealias Words = UInt32
  /// The most scalars of a query that a user types. A character can have any number of them.
  static let mostScalars = 200

  let query: String
  private let needles: [[UInt8]]

  /// - Returns: `nil` for a query without words, which matches every row.
  init?(_ query: String) {
    needles = query.lowercased().split(separator: " ").prefix(Words.bitWidth).map { Array($0.utf8) }
    if needles.isEmpty { return nil }
    self.query = query
  }

  /// The query with single spaces between words.
  var words: String { query.split(separator: " ").joined(separator: " ") }

  var all: Words { needles.count == Words.bitWidth ? .max : (1 << Words(needles.count)) - 1 }

  /// Whether each word is in one of the texts.
  func fits(_ texts: [String]) -> Bool { texts.reduce(all) { missing($0, in: $1) } == 0 }

  /// Returns the words of `wanted` that are not in a text.
  func missing(_ wanted: Words, in text: String) -> Words {
    guard wanted != 0, !text.isEmpty else { return wanted }
    var text = text
    // In ASCII, setting one bit gives lower case.
    return text.withUTF8 { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } ? unsafe missing(wanted, in: bytes) : nil }
      ?? missing(wanted, inLowercased: text.lowercased())
  }

  private func missing(_ wanted: Words, inLowercased text: String) -> Words {
    var text = text
    return text.withUTF8 { unsafe missing(wanted, in: $0) }
  }

  private func missing(_ wanted: Words, in bytes: UnsafeBufferPointer<UInt8>) -> Words {
    var left = wanted
    for (index, word) in needles.enumerated() where left & (1 << Words(index)) != 0 {
      if unsafe contains(word, in: bytes) { left &= ~(1 << Words(index)) }
    }
    return left
  }

  private func contains(_ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    guard word.count <= bytes.count else { return false }
    for start in 0...(bytes.count - word.count) where lowered(unsafe bytes[start]) == word[0] {
      var length = 1
      while length < word.count, lowered(unsafe bytes[start + length]) == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

/// The filters of the panes: one for the modules in panes 1 and 2, one for the cleanup log, one for the log.
extension DashboardState {
  mutating func openFilter() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    overlay = .filter(filterQuery)
  }

  /// The query of the focused pane's filter; empty if there is none.
  var filterQuery: String {
    switch focus {
    case .order, .timings: moduleFilter.filter?.query ?? ""
    case .cleanup: cleanupFilter?.query ?? ""
    case .log: logFilter?.query ?? ""
    }
  }

  /// Shows only the matching rows of the focused pane. The selected row stays selected while it is shown.
  mutating func setFilter(_ query: String) {
    // The headline is about the earlier query.
    if case .found = headline { headline = application.history.latest.map { .happened(.dispatched($0.id)) } ?? .start }
    switch focus {
    case .order, .timings:
      moduleFilter.set(query)
      selectedModule = moduleFilter.origin ?? selectedModule
    case .cleanup:
      cleanupFilter = RowFilter(query)
      cleanupLine = nil
      if cleanupFilter != nil { cleanupQuery = query }
    case .log:
      logFilter = RowFilter(query)
      if logFilter != nil { logQuery = query }
    }
  }

  /// Shows all rows again. The selection stays.
  mutating func showAll() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    setFilter("")
  }

  /// Selects the first matching module from the selected one on, else the last one before it, else none.
  ///
  /// In the cleanup pane, module commands act on the selected row's module, even if panes 1 and 2 do not show it.
  mutating func keepSelectionFitting() {
    guard focus.listsModules, moduleFilter.filter != nil else { return }
    // In a recording, a module that does not exist yet will come back.
    if playback != nil, let selectedModule, application.modules[selectedModule] == nil { return }
    if let selectedModule, moduleRows.position(of: selectedModule) != nil { return }
    let start = (selectedModule ?? moduleFilter.origin).flatMap { application.modules.index(of: $0) } ?? 0
    let modules = moduleRows.modules
    selectedModule = (modules.first { $0 >= start } ?? modules.last).map { application.modules[$0].id }
  }

  /// Edits the query. Deleting in an empty query closes the filter.
  mutating func edit(filter query: String, _ key: Key) {
    switch key {
    case .backspace, .delete:
      if query.isEmpty { overlay = nil } else { change(filter: String(query.dropLast())) }
    case .control("u"): change(filter: "")
    case .character(let character): change(filter: query + String(character))
    case .paste(let text): change(filter: query + text.filter { !$0.isNewline })
    default: break
    }
  }

  /// Moves through the rows while the user types.
  mutating func moveWhileFiltering(_ key: Key) {
    move(key)
    moduleFilter.origin = selectedModule
  }

  private mutating func change(filter query: String) {
    let query = String(query.unicodeScalars.prefix(RowFilter.mostScalars))
    overlay = .filter(query)
    setFilter(query)
  }
}

/// Going to the next or previous matching row, whether or not the other rows are shown.
extension DashboardState {
  var lastQuery: String {
    switch focus {
    case .order, .timings: moduleFilter.query
    case .cleanup: cleanupQuery
    case .log: logQuery
    }
  }

  /// Selects the next or previous matching row, wrapping around.
  mutating func findAgain(by step: Int) {
    guard let filter = RowFilter(lastQuery) else { return }
    let found =
      switch focus {
      case .order, .timings: findModule(filter, by: step)
      case .cleanup: findInCleanup(filter, by: step)
      case .log: findInLog(filter, by: step)
      }
    if let found {
      headline = .found(query: filter.query, place: found.place, count: found.count)
    } else {
      headline = .failed("Nothing matches \"\(filter.query)\".")
    }
  }

  private mutating func findModule(_ filter: RowFilter, by step: Int) -> (place: Int, count: Int)? {
    let fitting = Set(ModuleFilter.modules(that: filter, finds: application.modules))
    let modules = moduleRows.modules
    let places = modules.indices.filter { fitting.contains(application.modules[modules[$0]].id) }
    let selected = selectedModule.flatMap { application.modules.index(of: $0) }
    guard let next = Self.next(in: places, from: selected.flatMap { modules.firstIndex(of: $0) } ?? -1, by: step) else {
      return nil
    }
    selectedModule = application.modules[modules[places[next]]].id
    return (next + 1, places.count)
  }

  private mutating func findInLog(_ filter: RowFilter, by step: Int) -> (place: Int, count: Int)? {
    let all = logLines
    let fitting = all.filter { $0.message.fits(filter) }.map(\.number)
    let current = all.isEmpty ? 0 : all[logRow].number
    guard let next = Self.next(in: fitting, from: current, by: step) else { return nil }
    selectLogLine(at: all.prefixCount { $0.number < fitting[next] })
    return (next + 1, fitting.count)
  }

  /// The index of the first number after `current`, or of the last one before it, wrapping around. `numbers` is
  /// ascending.
  static func next(in numbers: [Int], from current: Int, by step: Int) -> Int? {
    guard !numbers.isEmpty else { return nil }
    return step > 0
      ? numbers.firstIndex { $0 > current } ?? 0 : numbers.lastIndex { $0 < current } ?? numbers.count - 1
  }

  private mutating func findInCleanup(_ filter: RowFilter, by step: Int) -> (place: Int, count: Int)? {
    let places = cleanupRows.matches(for: filter)
    guard let next = Self.next(in: places, from: cleanupRow, by: step) else { return nil }
    let row = cleanupRows.rows[places[next]]
    (selectedCleanup, cleanupLine) = (row.id, nil)
    selectModule(of: row)
    return (next + 1, places.count)
  }
}
#endif
