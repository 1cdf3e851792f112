#if CommandLine
import ModuleLifecycle
import RollcallTextFormatting

/// A typed command of plain mode, named by the first words of a line.
struct PlainVerb: Sendable {
  typealias Perform = @Sendable (inout DashboardState, PlainLine, UserCommand) throws -> [Effect]

  /// How the command is written: its words in lowercase, then what else a line says.
  let usage: String
  /// Other words for the command.
  let others: [String]
  /// What the command does, as a continuation of its usage.
  private(set) var summary: String
  /// Carries out the command, or throws a `PlainProblem`.
  let perform: Perform

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - summary: What the command does; if empty, the help of its key.
  ///   - perform: Carries out the command; by default, does what its key does.
  init(
    _ usage: String, also others: [String] = [], _ summary: String = "",
    perform: @escaping Perform = { state, _, command in try state.press(command) }
  ) {
    (self.usage, self.others, self.summary, self.perform) = (usage, others, summary, perform)
  }

  /// Creates a command that does what a line says.
  static func acts(
    _ usage: String, _ summary: String = "",
    _ act: @escaping @Sendable (inout DashboardState, PlainLine) throws -> [Effect]
  ) -> PlainVerb { PlainVerb(usage, summary) { state, line, _ in try act(&state, line) } }

  /// Creates a command that prints lines.
  static func says(
    _ usage: String, also others: String..., summary: String = "",
    _ say: @escaping @Sendable (DashboardState, PlainLine) throws -> [String]
  ) -> PlainVerb { PlainVerb(usage, also: others, summary) { state, line, _ in [.say(try say(state, line))] } }

  /// Creates a command that does what its key does, with the module that a line names.
  static func module(_ usage: String, also others: String..., summary: String) -> PlainVerb {
    PlainVerb(usage, also: others, summary) { state, line, command in
      state.selectedModule = try state.module(line.rest, for: line).id
      return try state.press(command)
    }
  }

  /// Gives the command the help of its key, unless it has its own.
  func explained(by help: [String]) -> PlainVerb {
    var verb = self
    if summary.isEmpty { verb.summary = help.first ?? "" }
    return verb
  }

  /// The words of the command.
  var word: String { usage.prefix { $0.isLowercase || $0 == " " }.split(separator: " ").joined(separator: " ") }

  /// The number of a line's first words that mean this command, ignoring case; `nil` if they mean another.
  func length(in words: [String]) -> Int? {
    let typed = words.map { $0.lowercased() }
    return ([word] + others).map { $0.split(separator: " ").map(String.init) }.filter(typed.starts).map(\.count).max()
  }
}

/// The commands without a key that show something. The screen shows the same all the time.
extension UserCommand {
  static let listings = [
    UserCommand(verbs: [
      .says("events [WORDS]", also: "event", summary: "the events, their arguments, and how they are answered") {
        try $0.eventLines(fitting: $1.rest)
      },
      .says("modules [WORDS]", also: "module", summary: "the modules in call order") {
        $0.lines(of: .order, fitting: $1.rest)
      },
      .says("cleanup [WORDS]", summary: "the objects that were cleaned, or should have been, by owner") {
        $0.lines(of: .cleanup, fitting: $1.rest)
      },
      .says("status", summary: "the application's state and counts") { state, _ in [state.statusLine] },
    ])
  ]
}
#endif
