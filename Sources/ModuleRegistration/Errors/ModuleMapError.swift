#if Maps
import TextFormatting

/// What is wrong with a map, or another file of YAML: all of its mistakes, each with its place, and what may have been meant.
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
  /// One mistake. What only follows from another one is none.
  public struct Mistake: Sendable, Equatable {
    /// The place in the file; `nil` where the whole file is meant.
    public let place: MapPlace?
    /// The line at that place, as it stands in the file.
    public let sourceLine: String?
    /// What is wrong: sentences, the first of which goes on from the place and so begins in lower case.
    public let problem: String
    /// The nearest valid thing, as a sentence; `nil` where nothing is near.
    public let suggestion: String?
  }

  /// The file, as its path was given.
  public let file: String
  /// The mistakes in the order of their lines, those that are about the whole file first: at least one, and at most ten.
  public let mistakes: [Mistake]
  /// How many more there are; `nil` where the map could not be read far enough to tell.
  public let moreCount: Int?

  init(file: String, mistakes: [Mistake], moreCount: Int? = 0) {
    (self.file, self.mistakes, self.moreCount) = (file, mistakes, moreCount)
  }

  /// A mistake that is about the whole file.
  init(file: String, problem: String, suggestion: String? = nil) {
    self.init(
      file: file, mistakes: [Mistake(place: nil, sourceLine: nil, problem: problem, suggestion: suggestion.nonEmpty)])
  }

  /// Of each mistake the place and the problem, the line with a caret under the place, and the suggestion.
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

/// A place in a map.
public struct MapPlace: Sendable, Equatable {
  /// The line, from one.
  public let line: Int
  /// The column, from one, in Unicode scalars.
  public let scalarColumn: Int

  package init(line: Int, scalarColumn: Int) { (self.line, self.scalarColumn) = (line, scalarColumn) }
}

extension String? {
  /// The text, unless it is empty.
  var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}
#endif
