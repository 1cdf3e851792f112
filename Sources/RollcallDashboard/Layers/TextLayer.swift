#if CommandLine
import RollcallTerminalUI
import RollcallTextFormatting

/// A layer with a text that fills the frame: the text scrolls, and can be searched and copied.
protocol TextLayer: Layer {
  var reading: Reading { get set }
  /// The frame of the text; by default, that of the panes.
  func frame(in state: DashboardState) -> Rect
  func text(in state: DashboardState) -> Detail
}

/// Where the user reads in a text, and the search in it.
struct Reading: Sendable, Equatable {
  struct Search: Sendable, Equatable {
    var query = EditedText()
    var isTyping = false
    /// The last line found.
    var line: Int?
  }

  /// The first row in sight. A greater number than that of all rows follows the end.
  var scroll = 0
  var search = Search()
}

extension TextLayer {
  var commands: [UserCommand] { reading.search.isTyping ? UserCommand.searching : Self.commands }
  var edited: EditedText? { reading.search.isTyping ? reading.search.query : nil }

  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect] {
    state[Self.self]?.reading.search.query = text.cut(toScalars: RowFilter.mostScalars)
    return []
  }

  func frame(in state: DashboardState) -> Rect { Layout(for: state).frame }

  func move(_ key: Key, in state: inout DashboardState) -> [Effect] {
    scroll(key, in: &state)
    return []
  }

  func scroll(_ key: Key, in state: inout DashboardState) {
    guard let step = DashboardState.movement(of: key, page: max(1, frame(in: state).height - 2)) else { return }
    let last = lastScroll(in: state)
    let first = DashboardState.place(min(reading.scroll, last), movedBy: step, in: last + 1)
    state[Self.self]?.reading.scroll = first == last && first > 0 && step > 0 ? .max : first
  }

  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] { [] }
  func copied(in state: DashboardState) -> Detail? { text(in: state) }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    text(in: state).drawPanel(on: &canvas, in: frame(in: state), scroll: reading.scroll)
    drawSearch(state, on: &canvas)
  }

  /// Marks what is searched for and, while it is being typed, shows it.
  func drawSearch(_ state: DashboardState, on canvas: inout Canvas) {
    canvas.mark(reading.search.query.text, in: frame(in: state).inset(by: 1))
    guard reading.search.isTyping else { return }
    let count = Phrases.count(linesFound(in: state).count, "line")
    canvas.prompt(reading.search.query, hint: "words to find in the text", count: count)
  }

  private func rows(in state: DashboardState) -> [Detail.Line] {
    text(in: state).rows(width: frame(in: state).inset(by: 1).width)
  }

  /// The greatest scroll position.
  func lastScroll(in state: DashboardState) -> Int {
    max(0, rows(in: state).count - frame(in: state).inset(by: 1).height)
  }

  /// The indices of the lines, as drawn, that contain all words of the query.
  private func linesFound(in state: DashboardState) -> [Int] {
    guard let filter = RowFilter(reading.search.query.text) else { return [] }
    let rows = rows(in: state)
    return rows.indices.filter { filter.fits([rows[$0].label, rows[$0].text]) }
  }

  fileprivate func search(_ state: inout DashboardState, _ change: (inout Reading.Search) -> Void) {
    if var reading = state[Self.self]?.reading {
      change(&reading.search)
      state[Self.self]?.reading = reading
    }
  }

  /// Goes to the first line with all words, starting at the top visible line.
  fileprivate func endSearch(_ state: inout DashboardState) {
    let found = RowFilter(reading.search.query.text) != nil
    let top = min(reading.scroll, lastScroll(in: state))
    search(&state) { $0 = found ? Reading.Search(query: $0.query, line: top - 1) : Reading.Search() }
    if found { state[Self.self]?.searchAgain(by: 1, &state) }
  }

  fileprivate func searchAgain(by step: Int, _ state: inout DashboardState) {
    let lines = linesFound(in: state)
    let query = reading.search.query.text
    guard let next = DashboardState.next(in: lines, from: reading.search.line ?? 0, by: step) else {
      state.headline = .failed("No line here has \"\(query)\".")
      return
    }
    let last = lastScroll(in: state)
    search(&state) { $0.line = lines[next] }
    state[Self.self]?.reading.scroll = min(lines[next], last)
    state.headline = .found(query: query, place: next + 1, count: lines.count)
  }
}

extension DashboardState {
  /// The open text, if it is on top.
  fileprivate var text: (any TextLayer)? { layer as? any TextLayer }
}

extension UserCommand {
  /// The commands of every text. All texts share them, so that the help lists them once.
  static let reading = [
    UserCommand(
      also: movingKeys, as: .arrows, bar: { $0.text?.lastScroll(in: $0) ?? 0 > 0 ? ("scroll", 2) : nil },
      press: { state, key in state.layer?.move(key, in: &state) ?? [] }),
    UserCommand(
      "/", bar: { _ in ("search", 5) }, page: .reading,
      "search a text such as this one, and mark the words; n and N: the next and previous match",
      view: { state, _ in state.text?.search(&state) { $0 = Reading.Search(isTyping: true) } }),
    UserCommand(
      "n N", bar: { $0.text?.hasQuery == true ? ("next", 4) : nil },
      refusal: { $0.text?.hasQuery == true ? nil : "There was no search in this text yet: / starts one." },
      view: { state, key in state.text?.searchAgain(by: key == .character("n") ? 1 : -1, &state) }),
    UserCommand(
      "Esc", bar: { _ in ("show unmarked", 6) }, refusal: { $0.text?.hasQuery == true ? nil : "" },
      view: { state, _ in state.text?.search(&state) { $0 = Reading.Search() } }),
    copy(3),
  ]

  /// The commands while a search is being typed.
  fileprivate static let searching = [
    UserCommand("Enter", bar: { _ in ("search", 1) }, view: { state, _ in state.text?.endSearch(&state) }),
    clear(2),
    UserCommand(
      "Esc", bar: { _ in ("cancel", 0) }, view: { state, _ in state.text?.search(&state) { $0 = Reading.Search() } }),
    UserCommand(
      also: [.backspace], refusal: { $0.text?.hasQuery == true ? "" : nil },
      view: { state, _ in state.text?.search(&state) { $0 = Reading.Search() } }),
  ]
}

extension TextLayer {
  fileprivate var hasQuery: Bool { !reading.search.query.text.isEmpty }
}

extension EditedText {
  /// The text with at most so many scalars.
  func cut(toScalars count: Int) -> EditedText {
    text.unicodeScalars.count <= count ? self : EditedText(String(text.unicodeScalars.prefix(count)))
  }
}

extension Canvas {
  /// Draws words that are being typed, on the line above the key bar.
  mutating func prompt(_ text: EditedText, hint: String, count: String) {
    let (y, room) = (size.height - 2, size.width - 2)
    fill(Rect(x: 0, y: y, width: size.width, height: 1))
    write("/", x: 1, y: y, style: Style.key)
    InputField(text: text, isFocused: true, placeholder: text.text.isEmpty ? hint : "")
      .draw(on: &self, x: 3, y: y, width: room - count.columnWidth - 4)
    write(count, endingAt: size.width - 1, y: y)
  }

  /// Marks each occurrence of each of the words in an area, ignoring case.
  mutating func mark(_ words: String, in area: Rect) {
    let needles = words.split(separator: " ").map { Array($0.unicodeScalars.map(\.lowered)) }
    for y in area.y..<max(area.y, area.maxY) where !needles.isEmpty {
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
