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
/// Each command is a row inside its module's row, with its own time. A command that throws does not keep the others
/// from running. After the last one, `run()` throws a `StartupFailure` that names the commands that threw, so the
/// module counts as having thrown.
@MainActor public struct StartupCommands {
  /// The commands, in the order in which they run.
  public let commands: [StartupCommand]

  /// Creates a list of commands. Conditions and loops in the closure are evaluated now; the commands' bodies run in
  /// `run()`.
  public init(@StartupCommandsBuilder _ commands: () throws -> [StartupCommand]) rethrows {
    self.commands = try commands()
  }

  /// Runs the commands in order.
  ///
  /// - Throws: `StartupFailure` after the last command, if any command threw.
  public func run() throws(StartupFailure) {
    var run = StartupRun()
    for command in commands { run.step(command.name, command.body) }
    try run.end()
  }
}

/// A named piece of work to do at launch.
@MainActor public struct StartupCommand {
  /// The name of the command's row.
  public let name: String
  let body: @MainActor () throws -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command's row.
  ///   - body: The work to do. An error is caught and journaled, and the commands after it run all the same.
  public init(_ name: String, _ body: @escaping @MainActor () throws -> Void) {
    self.name = name
    self.body = body
  }
}

/// Builds a list of commands from a closure with commands, other lists, conditions and loops.
@MainActor @resultBuilder public enum StartupCommandsBuilder {
  /// Adds one command.
  public static func buildExpression(_ command: StartupCommand) -> [StartupCommand] { [command] }
  /// Adds the commands of another list.
  public static func buildExpression(_ commands: StartupCommands) -> [StartupCommand] { commands.commands }
  /// Joins the statements' commands in order.
  public static func buildBlock(_ commands: [StartupCommand]...) -> [StartupCommand] { commands.flatMap(\.self) }
  /// Adds the commands of an `if` whose condition holds.
  public static func buildOptional(_ commands: [StartupCommand]?) -> [StartupCommand] { commands ?? [] }
  /// Adds the commands of the first branch.
  public static func buildEither(first commands: [StartupCommand]) -> [StartupCommand] { commands }
  /// Adds the commands of the second branch.
  public static func buildEither(second commands: [StartupCommand]) -> [StartupCommand] { commands }
  /// Adds the commands of every iteration of a loop.
  public static func buildArray(_ commands: [[StartupCommand]]) -> [StartupCommand] { commands.flatMap(\.self) }
  /// Adds the commands that need a newer system.
  public static func buildLimitedAvailability(_ commands: [StartupCommand]) -> [StartupCommand] { commands }
}
