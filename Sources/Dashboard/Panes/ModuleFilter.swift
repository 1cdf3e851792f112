#if CommandLine
import ModuleLifecycle
import TerminalUI

/// Which modules panes 1 and 2 show: all of them, or those that fit what was typed.
///
/// Every word has to be in the module's name, in that of a composite around it, or in an event that it handles. Which
/// modules fit is worked out with the rows, at some 0.1 µs a module, and not for each frame.
struct ModuleFilter: Sendable, Equatable {
  /// What was looked for last, whether or not all rows are shown again.
  private(set) var query = ""
  private(set) var filter: RowFilter?
  /// The module that was selected when the typing began: what is selected is it, or the next one that fits.
  var origin: ModuleID?

  /// Shows only the modules that fit a query, all for an empty one.
  mutating func set(_ query: String) {
    filter = RowFilter(query)
    if filter != nil { self.query = query }
  }

  /// The modules that a filter finds, in the order of the list.
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
    var text = text
    // In ASCII, lower case is a matter of adding a bit.
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

/// The filters: one for the modules, whose rows panes 1 and 2 share, and one for the cleanup log.
extension DashboardState {
  mutating func openFilter() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    overlay = .filter(filterQuery)
  }

  /// The words that the focused pane's rows have to fit; empty for none.
  var filterQuery: String {
    switch focus {
    case .order, .timings: moduleFilter.filter?.query ?? ""
    case .cleanup: application.ownership.filter?.query ?? ""
    case .log: logFilter?.query ?? ""
    }
  }

  /// Shows only the rows of the focused pane that fit; the selection stays with its row as long as that is there.
  mutating func setFilter(_ query: String) {
    // What was found was found by other words.
    if case .found = headline { headline = application.history.latest.map { .happened(.dispatched($0.id)) } ?? .start }
    switch focus {
    case .order, .timings:
      moduleFilter.set(query)
      selectedModule = moduleFilter.origin ?? selectedModule
    case .cleanup:
      application.ownership.setFilter(query)
      cleanupLine = nil
      if application.ownership.filter != nil { cleanupQuery = query }
    case .log:
      logFilter = RowFilter(query)
      if logFilter != nil { logQuery = query }
    }
  }

  /// Shows all rows again; what was selected among the others stays so.
  mutating func showAll() {
    moduleFilter.origin = selectedModule ?? moduleFilter.origin
    setFilter("")
  }

  /// Selects the first module that fits from the selected one on, or else the last before it; none if none fits.
  ///
  /// In the cleanup pane keys mean the module of the selected row, whether or not it has one in the others.
  mutating func keepSelectionFitting() {
    guard focus.listsModules, moduleFilter.filter != nil else { return }
    // In a recording, one that is not there yet will come again.
    if playback != nil, let selectedModule, application.modules[selectedModule] == nil { return }
    if let selectedModule, moduleRows.position(of: selectedModule) != nil { return }
    let start = (selectedModule ?? moduleFilter.origin).flatMap { application.modules.index(of: $0) } ?? 0
    let modules = moduleRows.modules
    selectedModule = (modules.first { $0 >= start } ?? modules.last).map { application.modules[$0].id }
  }

  /// Changes the words that are typed; erasing in none of them leaves.
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

  /// Walks the rows meanwhile.
  mutating func moveWhileFiltering(_ key: Key) {
    guard let step = movement(of: key) else { return }
    move(by: step)
    moduleFilter.origin = selectedModule
  }

  private mutating func change(filter query: String) {
    let query = String(query.prefix(200))
    overlay = .filter(query)
    setFilter(query)
  }
}

/// Going from one row that fits what was looked for to the next, whether or not the others are shown.
extension DashboardState {
  /// What was looked for last in the focused pane.
  var lastQuery: String {
    switch focus {
    case .order, .timings: moduleFilter.query
    case .cleanup: cleanupQuery
    case .log: logQuery
    }
  }

  /// Selects the next row that fits, or the one before; after the last comes the first.
  mutating func findAgain(by step: Int) {
    guard let filter = RowFilter(lastQuery) else { return }
    let found =
      switch focus {
      case .order, .timings: findModule(filter, by: step)
      case .cleanup: findInCleanup(by: step)
      case .log: findInLog(filter, by: step)
      }
    if let found {
      headline = .found(query: filter.query, place: found.place, count: found.count)
    } else {
      headline = .failed("Nothing fits \"\(filter.query)\".")
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
    let shown = logFilter
    logFilter = filter
    let fitting = logLines.map(\.number)
    logFilter = shown
    let current = all.isEmpty ? 0 : all[logRow].number
    guard let next = Self.next(in: fitting, from: current, by: step) else { return nil }
    selectLogLine(at: all.prefixCount { $0.number < fitting[next] })
    return (next + 1, fitting.count)
  }

  /// The place of the next of some ascending numbers after one, or of the one before; after the last comes the first.
  static func next(in numbers: [Int], from current: Int, by step: Int) -> Int? {
    guard !numbers.isEmpty else { return nil }
    return step > 0
      ? numbers.firstIndex { $0 > current } ?? 0 : numbers.lastIndex { $0 < current } ?? numbers.count - 1
  }

  private mutating func findInCleanup(by step: Int) -> (place: Int, count: Int)? {
    guard let match = application.ownership.match(for: lastQuery, from: cleanupRow, by: step) else { return nil }
    selectedCleanup = match.row
    cleanupLine = nil
    if let row = application.ownership.row(at: cleanupRow) { selectModule(of: row) }
    return (match.place, match.count)
  }
}
#endif
