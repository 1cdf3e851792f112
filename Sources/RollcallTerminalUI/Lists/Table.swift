package import RollcallTextFormatting

/// Rows in columns, regardless of where they are shown. Rows are made when they are asked for: those out of sight cost
/// nothing.
package struct Table {
  /// A column.
  package struct Column: Sendable, Equatable {
    /// The title above the column; empty for none.
    package var title: String
    /// The least and the most columns of the screen that its cells get. A column without a limit gets all that the
    /// others leave.
    package var width: ClosedRange<Int>
    package var alignment: Alignment
    /// The blank columns before it.
    package var gap: Int
    /// Which columns go first where there is no room for all: those with the greatest rank. A column of rank 0 stays.
    package var rank: Int
    /// What a line of text says before a cell, such as `owns`. Cells of a column without one come first in a line, and
    /// say what the line is about.
    package var spoken: String?
    /// Whether the rows are in the order of this column.
    package var isSorted = false

    /// Creates a column.
    package init(
      title: String = "", width: ClosedRange<Int>, alignment: Alignment = .leading, gap: Int = 1, rank: Int = 0,
      spoken: String? = nil
    ) {
      (self.title, self.width, self.alignment, self.gap) = (title, width, alignment, gap)
      (self.rank, self.spoken) = (rank, spoken)
    }
  }

  /// A text in one style.
  package struct Text: Sendable, Equatable {
    package var text: String
    package var style: Style

    /// Creates a text.
    package init(_ text: String, _ style: Style = .plain) { (self.text, self.style) = (text, style) }
  }

  /// The content of one column in one row.
  package struct Cell: Sendable, Equatable {
    /// Texts that follow each other. The last one is cut if there is no room.
    package var texts: [Text]
    /// Whether a text for which there is no room is left out with those after it, instead of being cut.
    package var dropsTexts = false
    /// A text after them, which stays whole.
    package var tail: Text?
    /// A picture, drawn in the whole width of the column, instead of texts.
    package var picture: Picture?
    /// What a line of text says instead of the cell's texts.
    package var spoken: String?

    /// Creates a cell with a text.
    package init(_ text: String, _ style: Style = .plain, tail: Text? = nil, spoken: String? = nil) {
      (texts, self.tail, self.spoken) = ([Text(text, style)], tail, spoken)
    }

    /// Creates a cell with texts that follow each other.
    package init(_ texts: [Text]) { self.texts = texts }

    /// Creates a cell with a text and the number of times that it happened, unless that is once.
    package init(_ text: String, times: Int, _ style: Style = .plain) {
      self.init(text, style)
      count(times)
    }

    /// Says before the texts how many times that is, unless it is once.
    package mutating func count(_ times: Int) {
      if times > 1 { texts.insert(Text("\(CountText.format(times))\u{00D7} ", Style.accent), at: 0) }
    }

    /// Creates a cell with texts, most important first, of which those without room are left out.
    package init(parts: [String], separator: String = ", ", _ style: Style) {
      texts = parts.filter { !$0.isEmpty }.enumerated().map { Text($0 == 0 ? $1 : separator + $1, style) }
      dropsTexts = true
    }

    /// Creates a cell with a picture.
    package init(_ picture: Picture, spoken: String? = nil) {
      (texts, self.picture, self.spoken) = ([], picture, spoken)
    }

    /// A cell without content.
    package static let empty = Cell("")

    package var columnWidth: Int {
      texts.reduce(0) { $0 + $1.text.columnWidth } + (tail.map { $0.text.columnWidth + 1 } ?? 0)
    }
    package var isEmpty: Bool { picture == nil && columnWidth == 0 }
  }

  /// A picture in a cell.
  package enum Picture: Sendable, Equatable {
    /// A span between two fractions of an axis, with the fractions of it that were spent waiting and blocked.
    case span(from: Double, to: Double, waiting: Double, blocked: Double, style: Style, mark: Double? = nil)
    /// A mark at a fraction of an axis, with its name beside it if there is room.
    case mark(Double, name: String = "")
    /// Values, newest last. The latest ones that fit are drawn.
    case histogram([Double])
    /// A text that is typed.
    case field(InputField)
    /// A text at each end, if both fit.
    case ends(String, String)
  }

  /// A row.
  package enum Row {
    case cells([Cell])
    /// A row that is not in columns, with a text at its end if there is room.
    case line(Cell, end: Text? = nil, isSelectable: Bool)

    /// A heading of the rows below it, which can't be selected.
    package static func heading(_ text: String, end: String) -> Row {
      let spoken = text.replacing(" \u{00B7} ", with: ": ")
      return .line(Cell(text, Style.caution.bold, spoken: spoken), end: Text(end, Style.label), isSelectable: false)
    }

    /// Whether the row can be selected.
    package var isSelectable: Bool { if case .line(_, _, let isSelectable) = self { isSelectable } else { true } }
  }

  package var columns: [Column]
  package let count: Int
  /// The text instead of rows, if there are none.
  package var emptyText = ""
  /// A row below all others, always in sight.
  package var foot: [Cell]?
  /// Whether that row says which rows are in sight, unless all are.
  package var saysPlace = false
  /// What stands instead of the titles of some columns, such as an axis.
  package var heads: [Int: Cell] = [:]
  /// Makes the row with an index.
  package let row: (Int) -> Row

  /// Creates a table.
  package init(columns: [Column], count: Int, row: @escaping (Int) -> Row) {
    (self.columns, self.count, self.row) = (columns, count, row)
  }

  /// Whether the columns have titles.
  package var hasHead: Bool { columns.contains { !$0.title.isEmpty } }

  /// The place and width of each column for some rows in so many columns of the screen. A column that has to go has the
  /// width 0.
  package func layout(for rows: [Row], in room: Int) -> [(x: Int, width: Int)] {
    var widths = columns.map { max($0.width.lowerBound, min($0.title.columnWidth, $0.width.upperBound)) }
    var shown = Set(columns.indices)
    // The first column in sight begins where the first column would.
    func gap(before place: Int) -> Int { columns[place == shown.min() ? 0 : place].gap }
    var rest: Int { shown.reduce(0) { $0 + gap(before: $1) + widths[$1] } }
    while rest > room,
      let last = shown.filter({ columns[$0].rank > 0 }).max(by: { columns[$0].rank < columns[$1].rank })
    {
      shown.remove(last)
    }
    let least = widths
    for case .cells(let cells) in rows + (foot.map { [.cells($0)] } ?? []) {
      for (place, cell) in cells.enumerated() where cell.picture == nil {
        widths[place] = max(widths[place], min(cell.columnWidth, columns[place].width.upperBound))
      }
    }
    for place in columns.indices where !shown.contains(place) { widths[place] = 0 }
    // What is missing is taken from the columns that could be left out, then from those without a limit, else from the
    // widest.
    func shrink(_ isMeant: (Int) -> Bool) {
      while rest > room,
        let widest = shown.filter({ widths[$0] > least[$0] && isMeant($0) }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] = max(least[widest], widths[widest] - (rest - room))
      }
    }
    shrink { columns[$0].rank > 0 }
    let used = rest
    let greedy = columns.indices.filter { shown.contains($0) && columns[$0].width.upperBound == .max }
    if let taker = greedy.last {
      widths[taker] = max(min(widths[taker], columns[taker].width.lowerBound), widths[taker] + room - used)
    }
    shrink { _ in true }
    var x = 0
    return columns.indices.map { place in
      guard shown.contains(place) else { return (x, 0) }
      x += gap(before: place)
      defer { x += widths[place] }
      return (x, max(0, min(widths[place], room - x)))
    }
  }
}

extension Table {
  /// The rows as lines of text, each of which can be understood alone: what it is about, then its facts, each with the
  /// name of its column. A row without facts is left out.
  package var lines: [String] { (0..<count).compactMap { line(of: row($0)) } }

  /// The line of a row.
  package func line(of row: Row) -> String? {
    switch row {
    case .line(let cell, let end, _):
      return [cell.line, end?.text ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    case .cells(let cells): return line(of: cells)
    }
  }

  /// The row below all others as a sentence.
  package var footLine: String? {
    guard let foot else { return nil }
    let line = line(of: foot) ?? foot.map(\.line).filter { !$0.isEmpty }.joined(separator: ", ")
    return line.isEmpty ? nil : line + "."
  }

  /// The titles and the rows as texts with aligned columns, in so many columns of the screen.
  package func aligned(in room: Int) -> [String] {
    let rows = (0..<count).map(row)
    let layout = layout(for: rows, in: room)
    return ([.cells(columns.map { Cell($0.title) })] + rows).map { row in
      guard case .cells(let cells) = row else { return line(of: row) ?? "" }
      var text = ""
      for (place, cell) in cells.enumerated() where layout[place].width > 0 && !cell.isEmpty {
        let (x, width) = layout[place]
        text = text.padded(toColumns: x) + cell.text.fitted(toColumns: width, alignment: columns[place].alignment)
      }
      return text
    }
  }

  private func line(of cells: [Cell]) -> String? {
    var (subject, facts): ([String], [String]) = ([], [])
    for (column, cell) in zip(columns, cells) {
      let text = cell.line
      guard !text.isEmpty else { continue }
      guard let name = column.spoken else {
        subject.append(text)
        continue
      }
      facts.append(name.isEmpty ? text : "\(name) \(text)")
    }
    if facts.isEmpty { return nil }
    return subject.isEmpty
      ? facts.joined(separator: ", ") : "\(subject.joined(separator: " ")): \(facts.joined(separator: ", "))"
  }
}

extension Table.Cell {
  /// The cell in a line of text.
  package var line: String { spoken ?? text }

  fileprivate var text: String { texts.map(\.text).joined() + (tail.map { " \($0.text)" } ?? "") }
}
