#if Maps
/// The text of a file and the file's name: what an error needs to show its places.
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

/// What can be told of a text that is not YAML by how its lines are indented.
extension YAMLText {
  /// Whether a place is within the indentation of its line, and that has a tab in it.
  func isInIndentationWithTab(_ place: MapPlace) -> Bool {
    let lines = self.lines
    guard lines.indices.contains(place.line - 1) else { return false }
    let indentation = lines[place.line - 1].prefix { $0 == " " || $0 == "\t" }
    return place.scalarColumn <= indentation.count && indentation.contains("\t")
  }

  /// What stands at a place.
  func scalar(at place: MapPlace) -> Unicode.Scalar? {
    lines.dropFirst(place.line - 1).first?.dropFirst(place.scalarColumn - 1).first
  }

  /// Whether nothing more stands from a place on.
  func isEnd(_ place: MapPlace) -> Bool {
    scalar(at: place) == nil && lines.dropFirst(place.line).allSatisfy(\.isEmpty)
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
