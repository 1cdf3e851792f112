#if Maps
/// The text of a file and the file's name: what an error needs to show its place.
package struct YAMLText: Sendable, Equatable {
  let file: String
  let text: String
  let kind: DocumentKind

  /// A byte order mark at the text's beginning is ignored.
  ///
  /// - Parameter file: The file's name, or that of what else has the text.
  package init(_ text: String, file: String, kind: DocumentKind) {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    self.text = hasMark ? String(text.unicodeScalars.dropFirst()) : text
    (self.file, self.kind) = (file, kind)
  }

  /// An error at a place in the text; a place past the end of its line or of the text moves back to where there is one.
  package func error(at place: MapPlace?, _ problem: String, suggestion: String? = nil) -> ModuleMapError {
    guard let place else { return ModuleMapError(file: file, problem: problem, suggestion: suggestion) }
    let lines = lines.map { String($0) }
    var (number, column) = (place.line, place.scalarColumn)
    if number > lines.count {
      (number, column) = (lines.count, .max)
    } else if number > 1, lines[number - 1].allSatisfy(\.isWhitespace) {
      (number, column) = (number - 1, .max)
    }
    let line = lines[max(1, number) - 1]
    return ModuleMapError(
      file: file, place: MapPlace(line: number, scalarColumn: min(column, line.unicodeScalars.count + 1)),
      sourceLine: line, problem: problem, suggestion: suggestion)
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// What can be told of a text that is not YAML by how its lines are indented.
extension YAMLText {
  /// Whether a place is within the indentation of its line, and that has a tab in it.
  func isInIndentationWithTab(_ place: MapPlace) -> Bool {
    let lines = self.lines
    guard lines.indices.contains(place.line - 1) else { return false }
    let indentation = lines[place.line - 1].prefix { $0 == " " || $0 == "\t" }
    return place.scalarColumn <= indentation.count && indentation.contains("\t")
  }

  /// Where a key stands once more in the same mapping, if each of its keys has a line of its own.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - first: Where it stands first.
  func repetition(of key: String, at first: MapPlace) -> MapPlace? {
    for (index, line) in lines.enumerated().dropFirst(first.line) {
      let rest = line.drop { $0 == " " }
      guard let start = rest.first, start != "#" else { continue }
      let indentation = line.count - rest.count
      // The mapping ends where less is indented.
      if indentation < first.scalarColumn - 1 { return nil }
      guard indentation == first.scalarColumn - 1, rest.starts(with: key.unicodeScalars) else { continue }
      if rest.dropFirst(key.unicodeScalars.count).drop(while: { $0 == " " }).first == ":" {
        return MapPlace(line: index + 1, scalarColumn: first.scalarColumn)
      }
    }
    return nil
  }

  /// All lines, without their ends: LF, CR, CR LF, NEL, LS and PS, as in YAML.
  private var lines: [Substring.UnicodeScalarView] {
    let scalars = text.unicodeScalars
    var lines: [Substring.UnicodeScalarView] = []
    var (start, index) = (scalars.startIndex, scalars.startIndex)
    while index < scalars.endIndex {
      let (scalar, place) = (scalars[index], index)
      index = scalars.index(after: index)
      guard Self.isLineEnd(scalar) else { continue }
      lines.append(scalars[start..<place])
      if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" { index = scalars.index(after: index) }
      start = index
    }
    return lines + [scalars[start...]]
  }
}
#endif
