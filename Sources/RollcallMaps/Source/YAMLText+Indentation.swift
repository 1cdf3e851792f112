#if Maps
import RollcallTextFormatting

/// A line with content. Its indentation shows what it belongs to.
private struct IndentedLine {
  let number: Int
  /// The number of leading spaces.
  let column: Int
  /// The number of characters before the text after the dashes.
  let innerColumn: Int
  /// The text after the dashes, without the comment.
  let content: String

  init?(number: Int, _ scalars: Substring.UnicodeScalarView) {
    let text = String(Substring(scalars))
    var rest = text.drop { $0 == " " }
    column = text.count - rest.count
    while rest.hasPrefix("- ") { rest = rest.dropFirst(2).drop { $0 == " " } }
    innerColumn = text.count - rest.count
    let end = rest.firstRange(of: " #")?.lowerBound ?? rest.endIndex
    content = String(rest[..<end].reversed().drop { $0.isWhitespace }.reversed())
    self.number = number
    guard let first = rest.first, first != "#" else { return nil }
  }

  var isItem: Bool { innerColumn > column || content == "-" }
  var hasColon: Bool { content.hasSuffix(":") || content.contains(": ") }
  /// Whether lines with deeper indentation can follow.
  var opens: Bool { content == "-" || [":", "|", ">", "[", "{", ","].contains { content.hasSuffix($0) } }
  /// Whether it seems to be a key without its ':'.
  var isBareWord: Bool { !hasColon && !opens && content.first.map { $0.isLetter || "\"'".contains($0) } == true }
  var spaces: String { CountText.format(column, "space") }
  var place: MapPlace { MapPlace(line: number, scalarColumn: column + 1) }
}

/// The lines of a list or mapping that is still open.
private struct IndentedBlock {
  let column: Int
  let first: IndentedLine
  var count = 1
  /// Whether it began after a dash. If so, the indentation of its first line is not its own.
  var isInner: Bool { column > first.column }
}

extension YAMLText {
  /// Explains why a line can't be where it is: its indentation differs from that of the lines it belongs to, the first
  /// of those lines is indented wrongly, or the line before it lacks its ':'.
  ///
  /// - Returns: `nil` when the indentation fits.
  func misfit(at number: Int) -> MapProblem? {
    let all = lines.enumerated().compactMap { IndentedLine(number: $0 + 1, $1) }
    guard let index = all.firstIndex(where: { $0.number >= number }), index > 0 else { return nil }
    let (line, above) = (all[index], all[index - 1])
    if above.isBareWord, line.hasColon, !line.isItem, line.column >= above.innerColumn {
      return MapProblem(
        at: MapPlace(line: above.number, scalarColumn: above.innerColumn + 1), "a ':' is missing after this key.")
    }
    var open: [IndentedBlock] = []
    for line in all[..<index] { Self.add(line, to: &open) }
    let closed = Self.close(&open, after: line)
    let outer = open.last
    if let outer, outer.column == line.column { return nil }
    let isDeeper = closed == nil || line.isItem && closed?.isInner == true
    guard let block = isDeeper ? outer : closed, !(isDeeper && above.opens) else { return nil }
    // If one line differs from several that follow, that line is wrong. The outermost lines have no spaces.
    let rest = all[(index + 1)...].prefix { $0.column >= min(line.column, block.column) }
    let isFirstWrong =
      line.column == 0
      || block.count == 1 && !rest.contains { $0.column == block.column }
        && rest.contains { $0.column == line.column }
    if block.isInner {
      let problem =
        isDeeper
        ? "this line is indented deeper than line \(above.number), which can have nothing below it."
        : "this line is not indented as deep as the text after the '-' on line \(block.first.number)."
      return MapProblem(at: line.place, problem)
    }
    if isFirstWrong { return Self.uneven(block.first, beside: line) }
    if isDeeper {
      return MapProblem(
        at: line.place, "this line is indented deeper than line \(above.number), which can have nothing below it.")
    }
    return Self.uneven(line, beside: block.first)
  }

  private static func uneven(_ line: IndentedLine, beside other: IndentedLine) -> MapProblem {
    MapProblem(
      at: line.place,
      "this line is indented by \(line.spaces), but line \(other.number), at the same level, by \(other.column).")
  }

  private static func add(_ line: IndentedLine, to open: inout [IndentedBlock]) {
    _ = close(&open, after: line)
    if let last = open.last, last.column == line.column {
      open[open.count - 1].count += 1
    } else {
      open.append(IndentedBlock(column: line.column, first: line))
    }
    if line.innerColumn > line.column { open.append(IndentedBlock(column: line.innerColumn, first: line)) }
  }

  /// Closes the blocks that are indented deeper than a line, and returns the outermost of them.
  private static func close(_ open: inout [IndentedBlock], after line: IndentedLine) -> IndentedBlock? {
    var closed: IndentedBlock?
    while let last = open.last, last.column > line.column { closed = open.removeLast() }
    return closed
  }
}
#endif
