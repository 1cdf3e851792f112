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
    window, keys, allow,
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

  private static let keys = Setting(
    "keys", "Other keys for commands of the panes, as in { fire: Space, freeze: ^F }.",
    values:
      "A letter, a symbol, Space, Tab, F1 to F12, or ^A to ^Z unless the terminal uses it. The commands: \(names)."
      .wrapped(toColumns: 100),
    take: { node, settings throws(SettingProblem) in
      guard case .mapping(let pairs) = node.content else {
        throw SettingProblem("'keys' must be a mapping from commands to keys, not \(node.kind).")
      }
      var keys = KeyMap()
      for (name, key) in pairs {
        let (text, spelled) = (try name.text(of: "a command"), try key.text(of: "a key"))
        guard let found = KeyName.key(spelled: spelled) else {
          throw key.problem("there is no key \(spelled.quoted). Write one as the help does: g, ^R, F5, Space.")
        }
        try name.locating { () throws(SettingProblem) in try KeyMap.check(text) }
        try key.locating { () throws(SettingProblem) in try keys.give(found, to: text) }
      }
      for (name, key) in pairs {
        if case .text(let text) = name.content, let clash = keys.clash(of: text) { throw key.located(clash) }
      }
      settings.keys = keys
    },
    spelling: { settings in
      YAMLSpelling.mapping(settings.keys.given.sorted { $0.key < $1.key }.map { ($0.key, KeyName.name(of: $0.value)) })
    })

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

  /// The commands that can have another key.
  private static var names: String {
    UserCommand.all(in: .panes).filter { $0.press != nil }.flatMap(\.namedKeys).filter { KeyMap.isFree($0.key) }
      .map { "\($0.name) (\(KeyName.name(of: $0.key)))" }.joined(separator: ", ")
  }
}
#endif
