#if CommandLine
import TextFormatting

/// What was written for a setting, or a part of that, with its place.
package struct SettingNode: Sendable {
  /// What it is.
  package enum Content: Sendable {
    case nothing
    case text(String)
    case list([SettingNode])
    case mapping([(key: SettingNode, value: SettingNode)])
  }

  /// A place in a text, both numbers from one.
  package struct Place: Sendable, Equatable {
    package let line: Int
    package let scalarColumn: Int

    package init(line: Int, scalarColumn: Int) { (self.line, self.scalarColumn) = (line, scalarColumn) }
  }

  package let content: Content
  package let place: Place

  package init(_ content: Content, at place: Place) { (self.content, self.place) = (content, place) }
}

/// What is wrong with what was written for a setting.
package struct SettingProblem: Error, Equatable {
  /// Sentences, the first of which begins in lower case.
  package let text: String
  /// The nearest valid thing, as a sentence; empty where nothing is near.
  package let suggestion: String
  /// Where; `nil` until that is known.
  package var place: SettingNode.Place?

  init(_ text: String, suggestion: String = "") { (self.text, self.suggestion) = (text, suggestion) }

  /// - Parameter what: What there is none of: `column`.
  init(no what: String, named name: String, among valid: some Collection<String>) {
    self.init("there is no \(what) \(name.quoted).", suggestion: NearestName.suggestion(for: name, among: valid))
  }
}

extension SettingNode {
  /// What it is, for a message: `a list`.
  package var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.quoted
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The items of a list; of a single text that text.
  var items: [SettingNode]? {
    switch content {
    case .text: [self]
    case .list(let items): items
    case .nothing, .mapping: nil
    }
  }

  /// A problem at this place.
  func problem(_ text: String, suggestion: String = "") -> SettingProblem {
    located(SettingProblem(text, suggestion: suggestion))
  }

  /// A problem with this place, where it has none.
  func located(_ problem: SettingProblem) -> SettingProblem {
    var problem = problem
    problem.place = problem.place ?? place
    return problem
  }

  /// Does something with it; a problem that has no place gets this one.
  func locating(_ body: () throws(SettingProblem) -> Void) throws(SettingProblem) {
    do throws(SettingProblem) { try body() } catch { throw located(error) }
  }

  /// A text.
  ///
  /// - Parameter subject: What it is for, for the message: `'theme'`.
  func text(of subject: String) throws(SettingProblem) -> String {
    guard case .text(let text) = content else { throw problem("\(subject) must be a text, not \(kind).") }
    return text
  }
}
#endif
