#if Maps
import RollcallTextFormatting

/// The mistakes in a map, or in another YAML file, each with its position and a suggestion.
///
/// The description is the complete text for the user:
///
/// ```
/// Modules.map:14:9: there is no event 'didFinishLaunchin'.
///    14 |         didFinishLaunchin: { takes: 12ms }
///       |         ^
/// Did you mean 'didFinishLaunching'?
/// ```
public struct ModuleMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One mistake. A consequence of another mistake is not listed.
  public struct Mistake: Sendable, Equatable {
    /// The position in the file; `nil` when the mistake is about the whole file.
    public let place: MapPlace?
    /// The text of the line at that position; `nil` when there is no position.
    public let sourceLine: String?
    /// The problem, in one or more sentences. The first follows the position, and so begins in lower case.
    public let problem: String
    /// A sentence with a correction, such as the nearest valid names; `nil` when there is none.
    public let suggestion: String?
  }

  /// The path of the file, as given.
  public let file: String
  /// The mistakes in the order of their positions, at least one and at most ten. Those about the whole file come first.
  public let mistakes: [Mistake]
  /// The number of further mistakes; `nil` when the file could not be read far enough to tell.
  public let moreCount: Int?

  init(file: String, mistakes: [Mistake], moreCount: Int? = 0) {
    (self.file, self.mistakes, self.moreCount) = (file, mistakes, moreCount)
  }

  /// Creates an error with one mistake about the whole file.
  init(file: String, problem: String, suggestion: String? = nil) {
    self.init(
      file: file, mistakes: [Mistake(place: nil, sourceLine: nil, problem: problem, suggestion: suggestion.nonEmpty)])
  }

  /// The position and problem of each mistake, its line with a caret under the position, and the suggestion.
  public var description: String {
    let texts = mistakes.map { $0.text(in: file.printable(.line)) }
    return (texts + [rest].compactMap(\.self)).joined(separator: texts.count == 1 ? "\n" : "\n\n")
  }

  private var rest: String? {
    guard let moreCount else { return "There may be more: the rest was not read." }
    return moreCount > 0 ? "And \(CountText.format(moreCount)) more." : nil
  }
}

extension ModuleMapError.Mistake {
  fileprivate func text(in file: String) -> String {
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

/// A position in a map, or in another YAML file.
public struct MapPlace: Sendable, Equatable {
  /// The line, starting at 1.
  public let line: Int
  /// The column in Unicode scalars, starting at 1.
  public let scalarColumn: Int

  package init(line: Int, scalarColumn: Int) { (self.line, self.scalarColumn) = (line, scalarColumn) }
}

extension String? {
  /// The text, unless it is empty.
  var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}
#endif
