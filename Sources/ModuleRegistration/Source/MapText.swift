#if Maps
/// The text of a map and the name of its file: what an error needs to show its place.
struct MapText: Sendable, Equatable {
  let file: String
  let text: String

  /// An error at a place in the text; a place past the end of its line or of the text moves back to where there is one.
  func error(at place: MapPlace?, _ problem: String, suggestion: String? = nil) -> ModuleMapError {
    guard let place else { return ModuleMapError(file: file, problem: problem, suggestion: suggestion) }
    var number = place.line
    var column = place.scalarColumn
    var line = line(number)
    while line == nil || (line?.allSatisfy(\.isWhitespace) == true && number > place.line - 1), number > 1 {
      number -= 1
      line = self.line(number)
      column = .max
    }
    let found = line ?? ""
    return ModuleMapError(
      file: file,
      place: MapPlace(line: number, scalarColumn: min(column, found.unicodeScalars.count + 1)), sourceLine: found,
      problem: problem, suggestion: suggestion)
  }

  /// The line of that number, without its end; `nil` past the end of the text.
  ///
  /// Lines end where YAML ends them: at LF, CR, CR LF, NEL, LS and PS.
  private func line(_ number: Int) -> String? {
    var current = 1
    var line = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      defer { wasReturn = scalar == "\r" }
      if scalar == "\n", wasReturn { continue }
      if Self.isLineEnd(scalar) {
        if current == number { return String(line) }
        current += 1
      } else if current == number {
        line.append(scalar)
      }
    }
    return current == number ? String(line) : nil
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
#endif
