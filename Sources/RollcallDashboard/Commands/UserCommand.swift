#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallTerminalUI

/// A user command: its keys and verbs, its texts in key bar and help, its availability, and its action.
///
/// `UserCommand.table` lists all commands. It is the only source for keys, the key bar, the help, clicks on a key's
/// name, typed lines and refusals.
final class UserCommand: Sendable {
  /// A condition for a command to exist.
  enum Need: Sendable {
    case nothing
    /// A live application.
    case live
    /// An application that this dashboard can control.
    case control
    /// An application to which this dashboard can at least send events.
    case firing
    /// An application in another process.
    case attachment
    /// A recording that is played.
    case playback
    /// A service that can write recordings.
    case recording
    case experiments, exports
  }

  /// How the key bar names the keys.
  enum Label: Sendable {
    case text(String)
    /// The arrows up and down.
    case arrows
    /// The arrows left and right.
    case sideways
  }

  /// The key bar's text for a command, and its rank. If there is no room, the entries with the greatest rank go first.
  typealias Bar = (text: String, rank: Int)

  /// The names of its keys, as in the help. Keys without a name there are in `aliases`.
  let keys: String
  let aliases: [Key]
  /// The names of its keys' actions in the palette and the settings, one for each key, from the first on.
  let names: [String]
  let need: Need
  /// How the key bar names the keys; `nil` for the names in the help.
  let label: Label?
  /// The current text in the key bar; returns `nil` to leave it out.
  let bar: @Sendable (DashboardState) -> Bar?
  /// The help page with the command; `nil` for none.
  let page: HelpTopic?
  /// The help text. Further lines are below the first, without keys.
  let help: [String]
  /// The verbs for the command in plain mode.
  let verbs: [PlainVerb]
  /// A sentence about why the command is unavailable, empty if there is nothing to say; `nil` if it is available.
  let refusal: @Sendable (DashboardState) -> String?
  /// What the command does to the application, such as `remove Feed from`, if a user has to give it twice when the
  /// application runs in another process.
  let deed: @Sendable (DashboardState, Key) -> String?
  /// Carries out the command; `nil` if other code handles it.
  let press: (@Sendable (inout DashboardState, Key) -> [Effect])?

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - press: Carries out the command and returns its effects.
  ///   - view: Carries out a command that only changes the view and has no effects.
  init(
    _ keys: String = "", named names: [String] = [], also aliases: [Key] = [], needs need: Need = .nothing,
    as label: Label? = nil, bar: @escaping @Sendable (DashboardState) -> Bar? = { _ in nil },
    page: HelpTopic? = nil, _ help: String..., verbs: [PlainVerb] = [],
    refusal: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
    deed: @escaping @Sendable (DashboardState, Key) -> String? = { _, _ in nil },
    press: (@Sendable (inout DashboardState, Key) -> [Effect])? = nil,
    view: (@Sendable (inout DashboardState, Key) -> Void)? = nil
  ) {
    (self.keys, self.names, self.aliases) = (keys, names, aliases)
    (self.need, self.label, self.bar) = (need, label, bar)
    (self.page, self.help, self.refusal, self.deed) = (page, help, refusal, deed)
    self.verbs = verbs.map { $0.explained(by: help) }
    guard press == nil, let view else {
      self.press = press
      return
    }
    self.press = {
      view(&$0, $1)
      return []
    }
  }

  /// The label of the keys in the key bar on a screen with these glyphs.
  func name(_ glyphs: GlyphSet) -> String {
    switch label {
    case .text(let name): name
    case .arrows: glyphs.isASCII ? "Up/Down" : "\(glyphs.up)\(glyphs.down)"
    case .sideways: glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    case nil: keys
    }
  }

  /// Why the command is unavailable, because of an unmet need or a refusal; `nil` if it is available.
  func problem(_ state: DashboardState) -> String? { state.problem(with: need) ?? refusal(state) }

  /// Whether the command can be given with a key.
  func has(_ key: Key) -> Bool { press != nil && (aliases.contains(key) || KeyName.keys(in: keys).contains(key)) }
}

extension UserCommand {
  /// The commands of the panes. If several have the same key, the first available one gets it.
  static let panes = firing + playing + modules + listings + timings + ownership + looking + general

  /// The types of layers.
  static let layers: [any Layer.Type] = [
    FireSheet.self, LaunchQuestion.self, ExportMenu.self, SortMenu.self, FilterPrompt.self, CommandPalette.self,
    DetailPage.self, HelpPage.self, LabPage.self, WarningsPage.self,
  ]

  /// All commands, in the order of the help. Layers can share a command.
  static let table: [UserCommand] = {
    var seen: Set<ObjectIdentifier> = []
    return (panes + layers.flatMap { $0.commands }).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }()
}

extension DashboardState {
  /// The commands that work now: those of the layer on top, or of the panes.
  var commands: [UserCommand] { layer?.commands ?? UserCommand.panes }

  /// Handles a key in the current place. If its command is unavailable, the headline says why.
  mutating func press(_ key: Key) -> [Effect] {
    // Keys with Alt do nothing. They must not act as the key without it.
    if case .alt = key { return [] }
    let asked = question
    (question, unboundKey) = (nil, nil)
    let commands = commands.filter { $0.has(key) }
    if let command = commands.first(where: { $0.problem(self) == nil }) {
      question = asked
      return act(command, key)
    }
    // A refusal, which can be temporary, is more useful than an unmet need.
    let problems = commands.compactMap { problem(with: $0.need) == nil ? $0.refusal(self) : nil }
    // Esc undoes. With nothing to undo, there is nothing to report.
    let lacks = key == .escape ? [] : commands.compactMap { problem(with: $0.need) }
    if let problem = (problems + lacks).first(where: { !$0.isEmpty }) {
      headline = .failed(problem)
      // A user who types an event's name does not see at once that the field for it was refused. The time of an
      // application that has gone stands still.
      if key == .character("f"), goneProblem == nil { lettersAreTextUntil = now.plus(700_000_000) }
      return []
    }
    if layer?.edited == nil, commands.isEmpty { sayThatNothingHappens(to: key) }
    return edit(key)
  }

  /// Says that a key has no command here. Terminals send some of the other keys by themselves.
  private mutating func sayThatNothingHappens(to key: Key) {
    switch key {
    case .character, .function:
      let next = layer == nil ? "? lists the keys, : the commands." : "Esc goes back."
      unboundKey = "\(KeyName.name(of: key)) does nothing here. \(next)"
    default: break
    }
  }

  /// Carries out a command, or asks the user to give it again.
  mutating func act(_ command: UserCommand, _ key: Key) -> [Effect] {
    if let deed = command.deed(self, key), mustAsk(before: deed, key: key) { return [] }
    question = nil
    return command.press?(&self, key) ?? []
  }

  /// Whether the first key of a hint does something now. A hint can also name no key.
  func canUse(_ hint: String) -> Bool {
    guard let key = hint.split(separator: " ").first.flatMap({ KeyName.keys(in: String($0)).first }) else {
      return true
    }
    return UserCommand.panes.contains { $0.has(key) && $0.problem(self) == nil }
  }

  /// Whether this dashboard can control the application.
  var mayAct: Bool { application.source.role == .control }

  /// Whether this dashboard can fire events.
  package var mayFire: Bool { application.source.role != .view }

  private var isRecorded: Bool { playback != nil || followed != nil }

  /// A sentence about why a need is not met, empty if there is nothing to say; `nil` if it is met.
  func problem(with need: UserCommand.Need) -> String? {
    switch need {
    case .nothing: nil
    case .live: playback == nil ? nil : ""
    case .playback: playback == nil ? "" : nil
    case .control: mayAct ? goneProblem : isRecorded ? Self.unchangeable : roleProblem
    case .firing: mayFire ? goneProblem : isRecorded ? Self.unchangeable : roleProblem
    case .attachment: attachment == nil ? "" : nil
    case .recording: capabilities.records ? nil : Self.unchangeable
    case .experiments: capabilities.experiments.isEmpty ? "There are no experiments here." : nil
    case .exports: capabilities.exports.isEmpty ? "Nothing can be exported from here." : nil
    }
  }
}
#endif
