#if CommandLine
import Recordings
import TextFormatting

extension Setting {
  /// All settings, in the order in which they are listed.
  package static let all: [Setting] = [
    .choice(
      "theme", "The colours and weights of the screen.", \.theme,
      of: Theme.all.map { Choice(word: $0.name, value: $0, meaning: $0.summary) }),
    .choice(
      "color", "Whether to use colours.", \.color,
      ["as many as the terminal has, none if NO_COLOR is set", "as many as the terminal has", "attributes only"]),
    .choice(
      "glyphs", "The characters for bars, frames and symbols.", \.glyphs,
      ["Unicode in a UTF-8 locale, otherwise ASCII", "Unicode in any locale", "ASCII in any locale"]),
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
      \.columns, of: "column", StatisticsColumn.allCases.map { Choice(word: $0.title, value: $0) }),
    window, allow,
  ]

  private static let window = Setting(
    "window", "How many of an event's latest dispatches the statistics cover.",
    values: ["all, or a number from 1 to \(CountText.format(History.dispatchLimit))."],
    take: { node, settings throws(SettingProblem) in
      let text = try node.text(of: "'window'")
      let number = Int(text.replacing(",", with: "").replacing("_", with: ""))
      guard text == "all" || number.map((1...History.dispatchLimit).contains) == true else {
        throw SettingProblem(
          "'window' must be all or a number from 1 to \(CountText.format(History.dispatchLimit)), not \(text.quoted).")
      }
      settings.window = number
    },
    spelling: { $0.window.map(String.init) ?? "all" })

  private static let allow = Setting(
    "allow",
    "Warnings to count but not show, as with --allow: of all modules, or of one, as in handlerThrew:Push.",
    values: [],
    take: { node, settings throws(SettingProblem) in
      guard let items = node.items else {
        throw SettingProblem(
          "'allow' must be a warning such as handlerThrew:Push, or a list of them, not \(node.kind).")
      }
      settings.allowed = AllowedWarnings()
      for item in items {
        let text = try item.text(of: "a warning to allow")
        do throws(UnknownWarning) { settings.allowed.add(try AllowedWarnings([text], modules: nil)) } catch {
          throw item.problem("\(error.problem).", suggestion: error.suggestion)
        }
      }
    },
    spelling: { YAMLSpelling.list($0.allowed.rules.map(\.description)) })
}
#endif
