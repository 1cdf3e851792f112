#if CommandLine
import TerminalUI

/// The keys that the user has assigned to commands of the panes, in place of their default keys.
///
/// Other commands keep the default key of the command table. The default key of a reassigned command is free.
struct KeyMap: Sendable, Equatable {
  /// The assigned keys, by command name.
  private(set) var given: [String: Key] = [:]

  /// The commands that a key can mean, each with its default key.
  func meanings(of key: Key, in place: UserCommand.Place) -> [(command: UserCommand, key: Key)] {
    let usual = UserCommand.all(for: key, in: place).map { (command: $0, key: key) }
    guard place == .panes, !given.isEmpty else { return usual }
    let moved = given.filter { $0.value == key }.compactMap { UserCommand.byName[$0.key] }
    return moved + usual.filter { given(to: $0.command, for: $0.key) == nil }
  }

  /// The key assigned to a command in place of a default key.
  func given(to command: UserCommand, for key: Key) -> Key? {
    command.namedKeys.first { $0.key == key }.flatMap { given[$0.name] }
  }

  /// Replaces each default key named in a label with the assigned key.
  ///
  /// - Parameter command: Returns the command that a default key means in this context.
  func label(_ label: String, _ command: (Key) -> UserCommand?) -> String {
    guard !given.isEmpty else { return label }
    var (shown, end) = ("", 0)
    let characters = Array(label)
    // Each character of a key's name is one column wide.
    for place in KeyName.places(in: label) {
      guard let key = command(place.key).flatMap({ given(to: $0, for: place.key) }) else { continue }
      shown += String(characters[end..<place.columns.lowerBound]) + KeyName.name(of: key)
      end = place.columns.upperBound
    }
    return shown + String(characters[end...])
  }
}

extension KeyMap {
  /// Whether a key can be reassigned: taken from its command and assigned to another.
  ///
  /// Pane numbers, keys that confirm, leave or move, and keys that the terminal handles can't.
  static func isFree(_ key: Key) -> Bool {
    switch key {
    case .character(let character): !"123".contains(character)
    case .control(let letter): ("a"..."z").contains(letter) && !"chijlmqsz".contains(letter)
    case .function, .tab: true
    default: false
    }
  }

  /// Checks whether the command with a name can get another key.
  ///
  /// - Throws: The reason if it can't.
  static func check(_ name: String) throws(SettingProblem) {
    guard let (command, usual) = UserCommand.byName[name] else {
      throw SettingProblem(no: "command", named: name, among: UserCommand.byName.keys)
    }
    guard command.press != nil, isFree(usual) else {
      throw SettingProblem("'\(name)' keeps its key, \(KeyName.name(of: usual)).")
    }
  }

  /// Assigns a key to a command.
  ///
  /// - Throws: The reason if the key can't be reassigned.
  mutating func give(_ key: Key, to name: String) throws(SettingProblem) {
    guard Self.isFree(key) else { throw SettingProblem("the key \(KeyName.name(of: key)) keeps its meaning.") }
    given[name] = key
  }

  /// Reports another command that has the same key and can be available at the same time.
  ///
  /// Call this after assigning all keys.
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
  /// The names of the actions of its keys, each with its key.
  var namedKeys: [(name: String, key: Key)] { zip(names, KeyName.keys(in: keys)).map { ($0, $1) } }

  /// The commands and default keys of the panes, by name.
  static let byName = Dictionary(
    all(in: .panes).flatMap { command in command.namedKeys.map { ($0.name, (command: command, key: $0.key)) } },
    uniquingKeysWith: { first, _ in first })
}

extension UserCommand.Need {
  /// Whether both needs can be met at the same time. A playback can't be combined with any need of a live application.
  fileprivate func canBe(with other: Self) -> Bool {
    let ofLive: Set<Self> = [.live, .control, .firing, .attachment, .recording]
    return !(self == .playback && ofLive.contains(other)) && !(other == .playback && ofLive.contains(self))
  }
}

extension DashboardState {
  /// Replaces the default keys of the panes in a text with the assigned keys.
  func shown(_ label: String) -> String {
    settings.keys.label(label) { key in
      let commands = UserCommand.all(for: key, in: .panes)
      return commands.first { problem(with: $0.need) == nil } ?? commands.first
    }
  }

  /// Replaces the keys in braces in a help text with the assigned keys.
  func filled(_ text: String) -> String {
    text.replacing(/\{(.+?)\}/) { shown(String($0.1)) }
  }

  /// The label of a command's keys in the help and the key bar.
  func shown(_ label: String, of command: UserCommand) -> String {
    command.places.contains(.panes) ? settings.keys.label(label) { _ in command } : label
  }
}
#endif
