#if CommandLine
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

extension Setting {
  /// All settings, in the order in which they are listed.
  package static let all: [Setting] = [
    .choice(
      "theme", "The colours and weights of the screen.", \.theme,
      of: Theme.all.map { Choice(word: $0.name, value: $0, meaning: $0.summary) }),
    .choice(
      "color", "Whether to use colours.", \.color,
      of: [
        Choice(word: "auto", value: .automatic, meaning: "as many as the terminal has, none if NO_COLOR is set"),
        Choice(word: "always", value: .always, meaning: "as many as the terminal has"),
        Choice(word: "never", value: .never, meaning: "attributes only"),
      ]),
    .choice(
      "glyphs", "The characters for bars, frames and symbols.", \.glyphs,
      of: [
        Choice(word: "auto", value: .automatic, meaning: "Unicode in a UTF-8 locale, otherwise ASCII"),
        Choice(word: "unicode", value: .unicode, meaning: "Unicode in any locale"),
        Choice(word: "ascii", value: .ascii, meaning: "ASCII in any locale"),
      ]),
    .choice(
      "mouse", "Whether the dashboard uses the mouse at the start; m changes that.", \.usesMouse,
      of: [
        Choice(word: "on", value: true, meaning: "it selects, scrolls and presses keys"),
        Choice(word: "off", value: false, meaning: "the terminal uses it to select text"),
      ]),
    .choice(
      "sort",
      "The order of the modules at the start; s changes that. Sorting by a time waits for the first event.",
      \.sort, of: SortKey.all.map { Choice(word: $0.word, value: $0) }),
    .list(
      "columns", "The columns of the statistics, most important first. A narrow screen drops the last ones.",
      of: StatisticsColumn.allCases.map { Choice(word: $0.title, value: $0) }, { $0.columns }, { $0.columns = $1 }),
    window, allow,
  ]

  private static let window = Setting(
    name: "window", summary: "How many of an event's latest dispatches the statistics cover.",
    values: ["\(windowValues)."],
    take: { words, settings throws(SettingProblem) in
      settings.window = Int(words[0].replacing(",", with: "").replacing("_", with: ""))
      guard words[0] == "all" || settings.window.map((1...History.dispatchLimit).contains) == true else {
        throw SettingProblem(text: "'window' must be \(windowValues), not \(words[0].quoted).")
      }
    },
    words: { [$0.window.map(String.init) ?? "all"] })

  private static let windowValues = "all or a number from 1 to \(CountText.format(History.dispatchLimit))"

  private static let allow = Setting(
    name: "allow",
    summary:
      "Warnings to count but not show, as with --allow: of all modules, or of one, as in handlerThrew:Push.",
    values: [], isList: true,
    take: { words, settings throws(SettingProblem) in
      settings.allowed = AllowedWarnings()
      for (index, word) in words.enumerated() {
        do throws(UnknownWarning) { settings.allowed.add(try AllowedWarnings([word], modules: nil)) } catch {
          throw SettingProblem(text: "\(error.problem).", suggestion: error.suggestion, word: index)
        }
      }
    },
    words: { $0.allowed.rules.map(\.description) })
}
#endif
