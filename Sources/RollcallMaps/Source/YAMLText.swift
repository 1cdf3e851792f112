#if Maps
/// The text and name of a file, which an error needs to show positions.
struct YAMLText: Sendable, Equatable {
  let file: String
  let text: String
  let kind: DocumentKind

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Finds mistakes in a text that is not YAML from the layout of its lines.
extension YAMLText {
  /// Returns whether a position is within the indentation of its line, and that indentation contains a tab.
  func isInIndentationWithTab(_ place: MapPlace) -> Bool {
    let lines = self.lines
    guard lines.indices.contains(place.line - 1) else { return false }
    let indentation = lines[place.line - 1].prefix { $0 == " " || $0 == "\t" }
    return place.scalarColumn <= indentation.count && indentation.contains("\t")
  }

  /// Returns the scalar at a position.
  func scalar(at place: MapPlace) -> Unicode.Scalar? {
    lines.dropFirst(place.line - 1).first?.dropFirst(place.scalarColumn - 1).first
  }

  /// Returns whether no text follows from a position on.
  func isEnd(_ place: MapPlace) -> Bool {
    scalar(at: place) == nil && lines.dropFirst(place.line).allSatisfy(\.isEmpty)
  }

  /// Returns the position where a key is repeated in the same mapping, if each key of the mapping has its own line.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - first: The position of its first occurrence.
  func repetition(of key: String, at first: MapPlace) -> MapPlace? {
    for (index, line) in lines.enumerated().dropFirst(first.line) {
      let rest = line.drop { $0 == " " }
      guard let start = rest.first, start != "#" else { continue }
      let indentation = line.count - rest.count
      // The mapping ends at the first line with less indentation.
      if indentation < first.scalarColumn - 1 { return nil }
      guard indentation == first.scalarColumn - 1, rest.starts(with: key.unicodeScalars) else { continue }
      if rest.dropFirst(key.unicodeScalars.count).drop(while: { $0 == " " }).first == ":" {
        return MapPlace(line: index + 1, scalarColumn: first.scalarColumn)
      }
    }
    return nil
  }

  /// All lines, without their line breaks: LF, CR, CR LF, NEL, LS and PS, as in YAML.
  var lines: [Substring.UnicodeScalarView] {
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
