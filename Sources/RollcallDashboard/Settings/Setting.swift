#if CommandLine
import RollcallTextFormatting

/// A setting: its name, the words that it accepts, and how to read and write them.
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
  /// Whether its value is a list of words. Otherwise, it is one word.
  package var isList = false
  /// Replaces the value by the one that the words mean.
  package let take: @Sendable ([String], inout DashboardSettings) throws(SettingProblem) -> Void
  /// The words of the current value.
  let words: @Sendable (DashboardSettings) -> [String]

  /// The environment variable, which overrides the file.
  package var variable: String { "ROLLCALL_\(name.uppercased())" }

  /// The current value, as it can be written on one line of YAML.
  package func spelling(_ settings: DashboardSettings) -> String {
    let words = words(settings).map(Self.spelling)
    return isList ? "[\(words.joined(separator: ", "))]" : words.joined()
  }

  /// Plain if YAML reads it as this text, otherwise quoted.
  private static func spelling(_ word: String) -> String {
    let isPlain =
      word.first.map { $0.isLetter || $0.isNumber } == true && !word.hasSuffix(" ") && !word.contains(": ")
      && word.allSatisfy { $0.isLetter || $0.isNumber || " -:_".contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: "''"))'"
  }
}

/// What is wrong with the words of a setting.
package struct SettingProblem: Error, Equatable {
  /// One or more sentences, the first of which begins in lower case.
  package let text: String
  /// A sentence that suggests the nearest valid word; empty if none is near.
  package var suggestion = ""
  /// The index of the wrong word.
  package var word = 0
}

/// A word and the value that it stands for.
struct Choice<Value: Equatable & Sendable>: Sendable {
  let word: String
  let value: Value
  var meaning = ""
}

/// The words that a setting accepts.
struct Choices<Value: Equatable & Sendable>: Sendable {
  let all: [Choice<Value>]

  /// One line for each word if any has a meaning; otherwise all words in one sentence.
  var lines: [String] {
    guard all.contains(where: { !$0.meaning.isEmpty }) else {
      return "One of: \(all.map(\.word).joined(separator: ", ")).".wrapped(toColumns: 100)
    }
    let width = all.map(\.word.columnWidth).max() ?? 0
    return all.map { "  \($0.word.padded(toColumns: width))  \($0.meaning)" }
  }

  /// The values of different words, for the setting of this name.
  func values(of words: [String], for name: String) throws(SettingProblem) -> [Value] {
    if words.isEmpty { throw SettingProblem(text: "'\(name)' is empty.") }
    var values: [Value] = []
    for (index, word) in words.enumerated() {
      guard let choice = all.first(where: { $0.word == word }) else {
        let suggestion = NearestName.suggestion(for: word, among: all.map(\.word))
        throw SettingProblem(text: "'\(name)' can't be \(word.quoted).", suggestion: suggestion, word: index)
      }
      if values.contains(choice.value) {
        throw SettingProblem(text: "\(word.quoted) is in '\(name)' twice.", word: index)
      }
      values.append(choice.value)
    }
    return values
  }

  func words(for values: [Value]) -> [String] {
    values.flatMap { value in all.filter { $0.value == value }.map(\.word) }
  }
}

extension Setting {
  /// A setting with one of a few words.
  static func choice<Value>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<DashboardSettings, Value> & Sendable,
    of choices: [Choice<Value>]
  ) -> Setting {
    list(name, summary, of: choices, isList: false, { [$0[keyPath: path]] }, { $0[keyPath: path] = $1[0] })
  }

  /// A setting with a list of different words, at least one.
  static func list<Value>(
    _ name: String, _ summary: String, of choices: [Choice<Value>], isList: Bool = true,
    _ get: @escaping @Sendable (DashboardSettings) -> [Value],
    _ set: @escaping @Sendable (inout DashboardSettings, [Value]) -> Void
  ) -> Setting {
    let choices = Choices(all: choices)
    return Setting(
      name: name, summary: summary, values: choices.lines, isList: isList,
      take: { words, settings throws(SettingProblem) in set(&settings, try choices.values(of: words, for: name)) },
      words: { choices.words(for: get($0)) })
  }
}

#endif
