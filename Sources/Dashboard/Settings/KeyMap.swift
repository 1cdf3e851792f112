#if CommandLine
import TerminalUI

/// The keys that the user has given to commands of the panes, in place of those that the table has for them.
///
/// A command without one keeps the table's key. That key is free where a command was given another.
struct KeyMap: Sendable, Equatable {
  /// By the commands' names.
  private(set) var given: [String: Key] = [:]

  /// What a key may mean: commands, each with the key by which the table knows it.
  func meanings(of key: Key, in place: UserCommand.Place) -> [(command: UserCommand, key: Key)] {
    let usual = UserCommand.all(for: key, in: place).map { (command: $0, key: key) }
    guard place == .panes, !given.isEmpty else { return usual }
    let moved = given.filter { $0.value == key }.compactMap { UserCommand.byName[$0.key] }
    return moved + usual.filter { given(to: $0.command, for: $0.key) == nil }
  }

  /// The key that a command was given in place of one of the table's.
  func given(to command: UserCommand, for key: Key) -> Key? {
    command.namedKeys.first { $0.key == key }.flatMap { given[$0.name] }
  }

  /// A label, each key of the table that is named in it replaced by the one that was given in its place.
  ///
  /// - Parameter command: The command that a key of the table means there.
  func label(_ label: String, _ command: (Key) -> UserCommand?) -> String {
    guard !given.isEmpty else { return label }
    var (shown, end) = ("", 0)
    let characters = Array(label)
    // Names of keys are as many columns wide as they have characters.
    for place in KeyName.places(in: label) {
      guard let key = command(place.key).flatMap({ given(to: $0, for: place.key) }) else { continue }
      shown += String(characters[end..<place.columns.lowerBound]) + KeyName.name(of: key)
      end = place.columns.upperBound
    }
    return shown + String(characters[end...])
  }
}

extension KeyMap {
  /// Whether a command can have another key than this one, and another command this one. The numbers of the panes, what
  /// confirms, leaves and moves, and what a terminal takes for itself stay as they are.
  static func isFree(_ key: Key) -> Bool {
    switch key {
    case .character(let character): !"123".contains(character)
    case .control(let letter): ("a"..."z").contains(letter) && !"chijlmqsz".contains(letter)
    case .function, .tab: true
    default: false
    }
  }

  /// - Throws: Why the command of a name can have no other key.
  static func check(_ name: String) throws(SettingProblem) {
    guard let (command, usual) = UserCommand.byName[name] else {
      throw SettingProblem(no: "command", named: name, among: UserCommand.byName.keys)
    }
    guard command.press != nil, isFree(usual) else {
      throw SettingProblem("'\(name)' keeps its key, \(KeyName.name(of: usual)).")
    }
  }

  /// Gives a command a key.
  ///
  /// - Throws: Why that is not its to have.
  mutating func give(_ key: Key, to name: String) throws(SettingProblem) {
    guard Self.isFree(key) else { throw SettingProblem("the key \(KeyName.name(of: key)) keeps its meaning.") }
    given[name] = key
  }

  /// Why a command can't have the key that it was given, once all have theirs: another one has it, too, and both can be
  /// meant where the user is.
  func clash(of name: String) -> SettingProblem? {
    guard let key = given[name], let (command, usual) = UserCommand.byName[name] else { return nil }
    let others = meanings(of: key, in: .panes).filter { $0.command !== command || $0.key != usual }
    guard let other = others.first(where: { $0.command.need.canBe(with: command.need) }) else { return nil }
    let names = other.command.namedKeys.filter { $0.key == other.key }.map(\.name)
    let second = names.first ?? other.command.names.last ?? other.command.keys
    return SettingProblem(
      "'\(name)' and '\(second)' can't both have the key \(KeyName.name(of: key)). Give one of them another.")
  }
}

extension UserCommand {
  /// The names of what its keys do, each with its key.
  var namedKeys: [(name: String, key: Key)] { zip(names, KeyName.keys(in: keys)).map { ($0, $1) } }

  /// What keys of the panes do, by name.
  static let byName = Dictionary(
    all(in: .panes).flatMap { command in command.namedKeys.map { ($0.name, (command: command, key: $0.key)) } },
    uniquingKeysWith: { first, _ in first })
}

extension UserCommand.Need {
  /// Whether what it asks for can be there together with what another one asks for: nothing that is played can be acted
  /// on.
  fileprivate func canBe(with other: Self) -> Bool {
    let ofLive: Set<Self> = [.live, .control, .firing, .attachment, .recording]
    return !(self == .playback && ofLive.contains(other)) && !(other == .playback && ofLive.contains(self))
  }
}

extension DashboardState {
  /// A text about keys of the panes, each named as the table has it: with the names of those that are in force.
  func shown(_ label: String) -> String {
    settings.keys.label(label) { key in
      let commands = UserCommand.all(for: key, in: .panes)
      return commands.first { problem(with: $0.need) == nil } ?? commands.first
    }
  }

  /// A text with keys of the panes in braces, as the help has them.
  func filled(_ text: String) -> String {
    text.replacing(/\{(.+?)\}/) { shown(String($0.1)) }
  }

  /// How the help, or the key bar, names a command's keys.
  func shown(_ label: String, of command: UserCommand) -> String {
    command.places.contains(.panes) ? settings.keys.label(label) { _ in command } : label
  }
}
#endif
