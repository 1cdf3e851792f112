#if CommandLine
import TextFormatting

/// The written value of a setting, or a part of it, with its position.
package struct SettingNode: Sendable {
  /// The content of a node.
  package enum Content: Sendable {
    case nothing
    case text(String)
    case list([SettingNode])
    case mapping
  }

  /// A position in a text. Both numbers count from 1.
  package struct Place: Sendable, Equatable {
    package let line: Int
    package let scalarColumn: Int

    package init(line: Int, scalarColumn: Int) { (self.line, self.scalarColumn) = (line, scalarColumn) }
  }

  package let content: Content
  package let place: Place

  package init(_ content: Content, at place: Place) { (self.content, self.place) = (content, place) }
}

/// What is wrong with the written value of a setting.
package struct SettingProblem: Error, Equatable {
  /// One or more sentences, the first of which begins in lower case.
  package let text: String
  /// A sentence that suggests the nearest valid word; empty if none is near.
  package let suggestion: String
  /// The position; `nil` until known.
  package var place: SettingNode.Place?

  init(_ text: String, suggestion: String = "") { (self.text, self.suggestion) = (text, suggestion) }

  /// Creates a problem with an unknown name.
  ///
  /// - Parameter what: The kind of thing, such as `column`.
  init(no what: String, named name: String, among valid: some Collection<String>) {
    self.init("there is no \(what) \(name.quoted).", suggestion: NearestName.suggestion(for: name, among: valid))
  }
}

extension SettingNode {
  /// A description of the content for a message, such as `a list`.
  package var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.quoted
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The items of a list, or a single text as the only item; `nil` for anything else.
  var items: [SettingNode]? {
    switch content {
    case .text: [self]
    case .list(let items): items
    case .nothing, .mapping: nil
    }
  }

  /// Returns a problem at this position.
  func problem(_ text: String, suggestion: String = "") -> SettingProblem {
    located(SettingProblem(text, suggestion: suggestion))
  }

  /// Returns the problem with this position, unless it has one.
  func located(_ problem: SettingProblem) -> SettingProblem {
    var problem = problem
    problem.place = problem.place ?? place
    return problem
  }

  /// Runs a closure, and adds this position to a problem that it throws without one.
  func locating(_ body: () throws(SettingProblem) -> Void) throws(SettingProblem) {
    do throws(SettingProblem) { try body() } catch { throw located(error) }
  }

  /// Returns the content as text.
  ///
  /// - Parameter subject: The subject of the error message, such as `'theme'`.
  /// - Throws: A problem if the content is not a text.
  func text(of subject: String) throws(SettingProblem) -> String {
    guard case .text(let text) = content else { throw problem("\(subject) must be a text, not \(kind).") }
    return text
  }
}
#endif
