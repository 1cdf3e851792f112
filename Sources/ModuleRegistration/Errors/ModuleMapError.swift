#if Maps
import TextFormatting

/// What is wrong with a map, or another file of YAML: where, what, and what may have been meant.
///
/// Its description is what a user should see, all of it:
///
/// ```
/// Modules.map:14:9: there is no event 'didFinishLaunchin'.
///    14 |         didFinishLaunchin: { takes: 12ms }
///       |         ^
/// Did you mean 'didFinishLaunching'?
/// ```
public struct ModuleMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as its path was given.
  public let file: String
  /// The place in the file; `nil` where the whole file is meant.
  public let place: MapPlace?
  /// The line at that place, as it stands in the file.
  public let sourceLine: String?
  /// What is wrong: sentences, the first of which goes on from the place and so begins in lower case.
  public let problem: String
  /// The nearest valid thing, as a sentence; `nil` where nothing is near.
  public let suggestion: String?

  init(file: String, place: MapPlace? = nil, sourceLine: String? = nil, problem: String, suggestion: String? = nil) {
    self.file = file
    self.place = place
    self.sourceLine = sourceLine
    self.problem = problem
    self.suggestion = suggestion.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The place and the problem, the line with a caret under the place, and the suggestion.
  public var description: String {
    let file = file.printable(.line)
    guard let place, let sourceLine else {
      return ["\(file): \(problem)", suggestion].compactMap(\.self).joined(separator: " ")
    }
    let picture = SourcePicture(line: sourceLine, scalarColumn: place.scalarColumn)
    let number = String(place.line)
    let margin = String(repeating: " ", count: max(0, 5 - number.count))
    let lines = [
      "\(file):\(place.line):\(picture.column): \(problem)",
      "\(margin)\(number) | \(picture.text)",
      "\(String(repeating: " ", count: max(5, number.count))) | \(picture.caret)",
      suggestion,
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

/// A place in a map.
public struct MapPlace: Sendable, Equatable {
  /// The line, from one.
  public let line: Int
  /// The column, from one, in Unicode scalars.
  public let scalarColumn: Int

  package init(line: Int, scalarColumn: Int) { (self.line, self.scalarColumn) = (line, scalarColumn) }
}
#endif
