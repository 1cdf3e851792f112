#if CommandLine
import Inspection
import TerminalUI

/// One thing that a user can do: with which keys and words, what bar and help say of it, when it can be done and why not,
/// and what it does.
///
/// All of them stand in `UserCommand.table`. Keys, the key bar, the help, clicks on a key's name, typed lines and refusals
/// come from there, and nothing else knows what keys there are.
final class UserCommand: Sendable {
  /// Where a key goes: to what lies over the panes, or to the panes.
  enum Place: Hashable, Sendable, CaseIterable {
    case panes, firing, seeking, reading, help, confirming, exporting, sorting, lab, warnings, filter, palette,
      searching
  }

  /// What there has to be, so that there is such a command at all.
  enum Need: Sendable {
    case nothing
    /// An application that is live.
    case live
    /// An application that does what it is asked to do.
    case control
    /// One to which events can be sent, if nothing else.
    case firing
    /// One in another process.
    case attachment
    /// A recording that is played.
    case playback
    /// What happens can be recorded.
    case recording
    case experiments, exports
  }

  /// How the key bar names the keys.
  enum Label: Sendable {
    case text(String)
    /// The arrows up and down.
    case arrows
    /// The arrows to the sides.
    case sideways
  }

  /// What the key bar says of it now, and how soon it goes where room is short: what has the least number stays longest.
  typealias Bar = (text: String, rank: Int)

  /// The names of its keys, as the help has them; those that have no names there are in `aliases`.
  let keys: String
  let aliases: [Key]
  /// What its keys do, in the palette and in the settings: a name for each key, from the first on.
  let names: [String]
  let places: Set<Place>
  let need: Need
  /// How the bar names the keys; `nil` for the same names as in the help.
  let label: Label?
  /// `nil` where the bar need not name it now.
  let bar: @Sendable (DashboardState) -> Bar?
  /// The page of the help that names it.
  let page: HelpTopic?
  /// What it does, as that says; further lines stand below without a name.
  let help: [String]
  /// The words that do the same where there is no screen.
  let verbs: [PlainVerb]
  /// Why it can't be done now, in a sentence, or in none where there is nothing to say about it; `nil` when it can.
  let refusal: @Sendable (DashboardState) -> String?
  /// Carries it out; `nil` where something else sees to that.
  let press: (@Sendable (inout DashboardState, Key) -> [Effect])?

  /// - Parameters:
  ///   - press: Carries it out, and says what is to be done.
  ///   - look: The same for what only changes the look at things.
  init(
    _ keys: String = "", named names: [String] = [], also aliases: [Key] = [], in places: Set<Place> = [.panes],
    needs need: Need = .nothing,
    as label: Label? = nil, bar: @escaping @Sendable (DashboardState) -> Bar? = { _ in nil },
    page: HelpTopic? = nil, _ help: String..., verbs: [PlainVerb] = [],
    refusal: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
    press: (@Sendable (inout DashboardState, Key) -> [Effect])? = nil,
    look: (@Sendable (inout DashboardState, Key) -> Void)? = nil
  ) {
    (self.keys, self.names, self.aliases, self.places) = (keys, names, aliases, places)
    (self.need, self.label, self.bar) = (need, label, bar)
    (self.page, self.help, self.verbs, self.refusal) = (page, help, verbs, refusal)
    guard press == nil, let look else {
      self.press = press
      return
    }
    self.press = {
      look(&$0, $1)
      return []
    }
  }

  /// Words without a key.
  convenience init(needs need: Need = .nothing, verbs: [PlainVerb]) { self.init(in: [], needs: need, verbs: verbs) }

  /// How the bar names the keys on a screen with these signs.
  func name(_ glyphs: GlyphSet) -> String {
    switch label {
    case .text(let name): name
    case .arrows: glyphs.isASCII ? "Up/Down" : "\(glyphs.up)\(glyphs.down)"
    case .sideways: glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    case nil: keys
    }
  }

  /// Why it can't be done now, what the application lacks included; `nil` when it can.
  func problem(_ state: DashboardState) -> String? { state.problem(with: need) ?? refusal(state) }
}

extension UserCommand {
  /// All of them, in the order in which bar and help name them. Of several with one key the first counts that can be done.
  static let table = firing + overlays + playing + modules + listings + timings + ownership + looking + general + pages

  /// The commands of a place.
  static func all(in place: Place) -> [UserCommand] { byPlace[place] ?? [] }

  /// Those of a place that a key may mean.
  static func all(for key: Key, in place: Place) -> [UserCommand] { byKey[place]?[key] ?? [] }

  private static let byPlace = Dictionary(
    uniqueKeysWithValues: Place.allCases.map { place in (place, table.filter { $0.places.contains(place) }) })

  private static let byKey = byPlace.mapValues { commands in
    commands.filter { $0.press != nil }.reduce(into: [Key: [UserCommand]]()) { index, command in
      for key in KeyName.keys(in: command.keys) + command.aliases { index[key, default: []].append(command) }
    }
  }
}

extension DashboardState {
  /// Where a key goes.
  var place: UserCommand.Place {
    if search.isTyping { return .searching }
    return switch overlay {
    case .fire: playback == nil ? .firing : .seeking
    case .detail, .dispatch: .reading
    case .help: .help
    case .confirmLaunch: .confirming
    case .export: .exporting
    case .lab: .lab
    case .warnings: .warnings
    case .filter: .filter
    case .palette: .palette
    case .sort: .sorting
    case nil: .panes
    }
  }

  /// What a key does where the user is. What can't be done says why.
  mutating func press(_ key: Key) -> [Effect] {
    // Nothing is done with Alt, least of all what the key does without it.
    if case .alt = key { return [] }
    let meanings = settings.keys.meanings(of: key, in: place)
    if let (command, key) = meanings.first(where: { $0.command.problem(self) == nil }) {
      return command.press?(&self, key) ?? []
    }
    let commands = meanings.map(\.command)
    // What may be possible in a moment says more than what never is.
    let problems = commands.compactMap { problem(with: $0.need) == nil ? $0.refusal(self) : nil }
    // Esc undoes; where there is nothing to undo, there is nothing to say.
    let lacks = key == .escape ? [] : commands.compactMap { problem(with: $0.need) }
    if let problem = (problems + lacks).first(where: { !$0.isEmpty }) {
      headline = .failed(problem)
      return []
    }
    return edit(key)
  }

  /// Whether the application does what this dashboard asks.
  var mayAct: Bool { application.source.role == .control }

  /// Whether events can be fired.
  public var mayFire: Bool { application.source.role != .view }

  /// Whether a recording is shown.
  private var isRecorded: Bool { playback != nil || followed != nil }

  /// Why there is no command that needs this, in a sentence or in none; `nil` where there is.
  func problem(with need: UserCommand.Need) -> String? {
    switch need {
    case .nothing: nil
    case .live: playback == nil ? nil : ""
    case .playback: playback == nil ? "" : nil
    case .control: mayAct ? goneProblem : isRecorded ? Self.unchangeable : roleProblem
    case .firing: mayFire ? goneProblem : isRecorded ? Self.unchangeable : roleProblem
    case .attachment: attachment == nil ? "" : nil
    case .recording: offers.records ? nil : Self.unchangeable
    case .experiments: offers.experiments.isEmpty ? "There are no experiments here." : nil
    case .exports: offers.exports.isEmpty ? "Nothing can be exported from here." : nil
    }
  }
}
#endif
