#if CommandLine
import TerminalUI
import TextFormatting

/// A search in the open text.
struct TextSearch: Sendable, Equatable {
  var query = ""
  var isTyping = false
  /// The last line found.
  var line: Int?
}

/// Searching in the open text, and marking matches in the panes.
extension DashboardState {
  mutating func editSearch(_ key: Key) {
    var text = EditedText(search.query)
    if text.text.isEmpty, key == .backspace {
      search = TextSearch()
      return
    }
    text.press(key)
    search.query = String(text.text.unicodeScalars.prefix(RowFilter.mostScalars))
  }

  /// Goes to the first line with all words, starting at the top visible line.
  mutating func endSearch() {
    search.isTyping = false
    guard RowFilter(search.query) != nil else {
      search = TextSearch()
      return
    }
    search.line = readingScroll.map { $0 - 1 }
    searchAgain(by: 1)
  }

  mutating func searchAgain(by step: Int) {
    let lines = linesFound
    guard let next = Self.next(in: lines, from: search.line ?? 0, by: step) else {
      headline = .failed("No line has \"\(search.query)\".")
      return
    }
    search.line = lines[next]
    readingScroll = min(lines[next], lastScroll)
    headline = .found(query: search.query, place: next + 1, count: lines.count)
  }

  /// The indices of the open text's lines, as drawn, that contain all words.
  var linesFound: [Int] {
    guard let filter = RowFilter(search.query), let reading else { return [] }
    let rows = reading.rows(width: Layout(for: self).frame.inset(by: 1).width)
    return rows.indices.filter {
      filter.missing(filter.missing(filter.all, in: rows[$0].label), in: rows[$0].text) == 0
    }
  }

  /// The words to mark in a pane: its filter, or the last search if its headline is still shown.
  func marked(in pane: Pane) -> String? {
    let filter =
      switch pane {
      case .order, .timings: moduleFilter.filter
      case .cleanup: cleanupFilter
      case .log: logFilter
      }
    if let filter { return filter.query }
    guard pane == focus, overlay == nil, case .found(let query, _, _) = headline else { return nil }
    return query
  }
}

extension Canvas {
  /// Marks each occurrence of each of the words in an area, ignoring case.
  mutating func mark(_ words: String, in area: Rect) {
    let needles = words.split(separator: " ").map { Array($0.unicodeScalars.map(\.lowered)) }
    for y in area.y..<max(area.y, area.maxY) {
      let cells = (area.x..<max(area.x, area.maxX)).compactMap { x -> (scalar: Unicode.Scalar, x: Int)? in
        self[x, y].text.unicodeScalars.first.map { ($0.lowered, x) }
      }
      for needle in needles where needle.count <= cells.count {
        for start in 0...(cells.count - needle.count)
        where needle.indices.allSatisfy({ cells[start + $0].scalar == needle[$0] }) {
          let (first, last) = (cells[start].x, cells[start + needle.count - 1].x)
          restyle(Rect(x: first, y: y, width: last - first + 1, height: 1)) { $0.bold.underlined }
        }
      }
    }
  }
}

extension Unicode.Scalar {
  /// The lowercase scalar; the scalar itself if its lowercase form has several scalars.
  fileprivate var lowered: Unicode.Scalar {
    if isASCII { return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    let mapping = properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? self : self
  }
}
#endif
