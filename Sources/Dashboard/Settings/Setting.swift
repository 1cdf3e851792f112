#if CommandLine
import Recordings
import TextFormatting

/// A setting: its name, the values that it accepts, and how to read and write them.
///
/// `Setting.all` lists all settings. The settings file, the environment variables, `rollcall config` and the file that
/// `rollcall config init` writes are derived from it.
package struct Setting: Sendable {
  /// Its key in the settings file.
  package let name: String
  /// What the setting controls, in one sentence.
  package let summary: String
  /// The accepted values, as lines of text.
  package let values: [String]
  /// Sets the value from a node.
  private let take: @Sendable (SettingNode, inout DashboardSettings) throws(SettingProblem) -> Void
  /// The current value, as it can be written on one line of YAML.
  package let spelling: @Sendable (DashboardSettings) -> String

  init(
    _ name: String, _ summary: String, values: [String],
    take: @escaping @Sendable (SettingNode, inout DashboardSettings) throws(SettingProblem) -> Void,
    spelling: @escaping @Sendable (DashboardSettings) -> String
  ) {
    (self.name, self.summary, self.values) = (name, summary, values)
    (self.take, self.spelling) = (take, spelling)
  }

  /// The environment variable, which overrides the file.
  package var variable: String { "ROLLCALL_\(name.uppercased())" }

  /// Reads the value from a node.
  ///
  /// - Throws: What is wrong with the value, and where.
  package func read(_ node: SettingNode, into settings: inout DashboardSettings) throws(SettingProblem) {
    try node.locating { () throws(SettingProblem) in try take(node, &settings) }
  }
}

// MARK: - Kinds of settings

extension Setting {
  /// A word and the value that it stands for.
  struct Choice<Value: Sendable>: Sendable {
    let word: String
    let value: Value
    var meaning = ""
  }

  /// A setting with one of a few words.
  static func choice<Value: Equatable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<DashboardSettings, Value> & Sendable,
    of choices: [Choice<Value>]
  ) -> Setting {
    Setting(
      name, summary, values: lines(of: choices),
      take: { node, settings throws(SettingProblem) in
        let text = try node.text(of: "'\(name)'")
        guard let choice = choices.first(where: { $0.word == text }) else {
          throw SettingProblem(
            "'\(name)' can't be \(text.quoted).",
            suggestion: NearestName.suggestion(for: text, among: choices.map(\.word)))
        }
        settings[keyPath: path] = choice.value
      },
      spelling: { settings in choices.first { $0.value == settings[keyPath: path] }?.word ?? "" })
  }

  /// A setting with a case of an enumeration.
  static func choice<Value: Equatable & CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<DashboardSettings, Value> & Sendable,
    _ meanings: [String]
  ) -> Setting {
    choice(
      name, summary, path, of: zip(Value.allCases, meanings).map { Choice(word: $0.rawValue, value: $0, meaning: $1) })
  }

  /// A setting with a non-empty list of different words.
  static func list<Value: Equatable>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<DashboardSettings, [Value]> & Sendable,
    of what: String, _ choices: [Choice<Value>]
  ) -> Setting {
    Setting(
      name, summary, values: lines(of: choices),
      take: { node, settings throws(SettingProblem) in
        guard let items = node.items, !items.isEmpty else {
          throw SettingProblem("'\(name)' must be a list with at least one \(what), not \(node.emptyKind).")
        }
        var values: [Value] = []
        for item in items {
          let text = try item.text(of: "a \(what)")
          guard let value = choices.first(where: { $0.word == text })?.value else {
            throw item.located(SettingProblem(no: what, named: text, among: choices.map(\.word)))
          }
          guard !values.contains(value) else { throw item.problem("the \(what) \(text.quoted) is listed twice.") }
          values.append(value)
        }
        settings[keyPath: path] = values
      },
      spelling: { settings in
        YAMLSpelling.list(settings[keyPath: path].compactMap { value in choices.first { $0.value == value }?.word })
      })
  }

  /// One line for each word if any has a meaning; otherwise all words in one sentence.
  private static func lines<Value>(of choices: [Choice<Value>]) -> [String] {
    guard choices.contains(where: { !$0.meaning.isEmpty }) else {
      return "One of: \(choices.map(\.word).joined(separator: ", ")).".wrapped(toColumns: 100)
    }
    let width = choices.map(\.word.columnWidth).max() ?? 0
    return choices.map { "  \($0.word.padded(toColumns: width))  \($0.meaning)" }
  }
}

extension SettingNode {
  fileprivate var emptyKind: String {
    if case .list(let items) = content, items.isEmpty { "an empty one" } else { kind }
  }
}

/// Writes values on one line of YAML.
enum YAMLSpelling {
  static func list(_ texts: [String]) -> String { "[\(texts.map(text).joined(separator: ", "))]" }

  /// Plain if YAML reads it as this text, otherwise quoted.
  private static func text(_ text: String) -> String {
    let isPlain = text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || " -:_".contains($0) }
    return isPlain && !text.hasSuffix(" ") && !text.contains(": ") ? text : "'\(text.replacing("'", with: "''"))'"
  }
}
#endif
