/// A list of small named commands, which a handler runs one after the other.
///
/// ```swift
/// handlers.on(DidFinishLaunching.self) { parties, event in
///   try StartupCommands {
///     StartupCommand("crash report") { try parties.startCrashReport() }
///     if event.options["quiet"] == nil {
///       StartupCommand("analytics") { parties.startAnalytics() }
///     }
///     for font in fonts { StartupCommand(font) { try parties.load(font) } }
///   }.run()
/// }
/// ```
///
/// Each command is a row inside its module's, with its own time. One that throws keeps no other from running; when all
/// have been tried, `run()` throws a `StartupFailure` that names those that threw, so that the module counts as having
/// thrown.
@MainActor public struct StartupCommands {
  /// The commands, in the order in which they are run.
  public let commands: [StartupCommand]

  /// A list of commands; what is asked between them is asked now, and what they do is done by `run()`.
  public init(@StartupCommandsBuilder _ commands: () throws -> [StartupCommand]) rethrows {
    self.commands = try commands()
  }

  /// Runs the commands in order.
  ///
  /// - Throws: `StartupFailure` when some of them threw, after all were run.
  public func run() throws(StartupFailure) {
    var run = StartupRun()
    for command in commands { run.step(command.name, command.body) }
    try run.end()
  }
}

/// One thing to be done at launch, with a name.
@MainActor public struct StartupCommand {
  /// What its row is called.
  public let name: String
  let body: @MainActor () throws -> Void

  /// A command.
  ///
  /// - Parameters:
  ///   - name: What its row is called.
  ///   - body: What it does; an error is caught and journaled, and the commands after it are run all the same.
  public init(_ name: String, _ body: @escaping @MainActor () throws -> Void) {
    self.name = name
    self.body = body
  }
}

/// Makes a list of commands of what stands between braces: commands, other lists of them, conditions and loops.
@MainActor @resultBuilder public enum StartupCommandsBuilder {
  /// One command.
  public static func buildExpression(_ command: StartupCommand) -> [StartupCommand] { [command] }
  /// The commands of another list.
  public static func buildExpression(_ commands: StartupCommands) -> [StartupCommand] { commands.commands }
  /// One after the other.
  public static func buildBlock(_ commands: [StartupCommand]...) -> [StartupCommand] { commands.flatMap(\.self) }
  /// Those of a condition that holds.
  public static func buildOptional(_ commands: [StartupCommand]?) -> [StartupCommand] { commands ?? [] }
  /// Those of the one branch.
  public static func buildEither(first commands: [StartupCommand]) -> [StartupCommand] { commands }
  /// Those of the other branch.
  public static func buildEither(second commands: [StartupCommand]) -> [StartupCommand] { commands }
  /// Those of every round of a loop.
  public static func buildArray(_ commands: [[StartupCommand]]) -> [StartupCommand] { commands.flatMap(\.self) }
  /// Those that only newer systems know.
  public static func buildLimitedAvailability(_ commands: [StartupCommand]) -> [StartupCommand] { commands }
}
