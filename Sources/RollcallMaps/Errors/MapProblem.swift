#if Maps
import RollcallTextFormatting

/// A mistake as it is found. Its source line and the nearest names are computed only when it is shown.
struct MapProblem: Error {
  enum Suggestion {
    case sentence(String)
    case nearest(to: String, among: [String])
  }

  let place: MapPlace?
  let text: String
  let suggestion: Suggestion?

  init(at place: MapPlace? = nil, _ text: String, _ suggestion: Suggestion? = nil) {
    (self.place, self.text, self.suggestion) = (place, text, suggestion)
  }
}

extension MapProblem {
  /// The line and the column. A mistake about the whole file comes first.
  fileprivate var order: (Int, Int) { place.map { ($0.line, $0.scalarColumn) } ?? (0, 0) }

  fileprivate var suggestedSentence: String? {
    switch suggestion {
    case .sentence(let sentence): sentence
    case .nearest(let name, let valid): NearestName.suggestion(for: name, among: valid)
    case nil: nil
    }
  }
}

extension YAMLText {
  private static let shownCount = 10

  /// Returns the error for these mistakes, each listed once: the value of an alias is read at each use of the alias.
  ///
  /// - Parameter isReadWhole: Whether the text after a mistake was read too.
  func error(_ problems: [MapProblem], isReadWhole: Bool = true) -> ModuleMapError {
    var distinct: [MapProblem] = []
    for problem in problems.sorted(by: { $0.order < $1.order }) {
      guard let last = distinct.last, last.place == problem.place, last.text == problem.text else {
        distinct.append(problem)
        continue
      }
    }
    let lines = lines.map { String($0) }
    let mistakes = distinct.prefix(Self.shownCount).map { problem in
      let shown = problem.place.map { Self.shown($0, in: lines) }
      return ModuleMapError.Mistake(
        place: shown, sourceLine: shown.map { lines[$0.line - 1] }, problem: problem.text,
        suggestion: problem.suggestedSentence.nonEmpty)
    }
    return ModuleMapError(
      file: file, mistakes: mistakes, moreCount: isReadWhole ? distinct.count - mistakes.count : nil)
  }

  /// Returns the position to show. A position past the end of its line or of the text moves back to an existing one.
  private static func shown(_ place: MapPlace, in lines: [String]) -> MapPlace {
    var (number, column) = (max(1, place.line), place.scalarColumn)
    if number > lines.count {
      (number, column) = (lines.count, .max)
    } else if number > 1, lines[number - 1].allSatisfy(\.isWhitespace) {
      (number, column) = (number - 1, .max)
    }
    return MapPlace(line: number, scalarColumn: min(column, lines[number - 1].unicodeScalars.count + 1))
  }
}
#endif
