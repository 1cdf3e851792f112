import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallStartupTasks

@MainActor @Suite(.inTurn, .serialized) struct StartupCommandsTests {
  private let log = Log()
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  /// The closures made here don't capture the composite, which keeps them.
  private static func commands(
    _ log: Log, _ clock: ManualClock, quiet: Bool = false, fonts: [String] = []
  ) -> StartupCommands {
    let fontCommands = StartupCommands {
      for font in fonts { StartupCommand(font) { log.add(font) } }
    }
    return StartupCommands {
      StartupCommand("crash report") {
        clock.advance(by: .milliseconds(3))
        log.add("crash report")
      }
      if !quiet {
        StartupCommand("analytics") { log.add("analytics") }
      }
      if fonts.isEmpty {
        StartupCommand("system font") { log.add("system font") }
      } else {
        fontCommands
      }
    }
  }

  @Test(arguments: [
    (false, [String](), ["crash report", "analytics", "system font"]),
    (true, ["Inter", "Mono"], ["crash report", "Inter", "Mono"]),
  ])
  func conditionsAndLoopsSelectTheCommands(quiet: Bool, fonts: [String], names: [String]) throws {
    let commands = Self.commands(log, clock, quiet: quiet, fonts: fonts)
    expectEqual(commands.commands.map(\.name), names)
    expectEqual(log.lines, [])
    try commands.run()
    expectEqual(log.lines, names)
  }

  @Test func eachCommandHasARowInsideItsModules() throws {
    try composite.register("ThirdParties") { [log, clock] in
      Probe("ThirdParties") { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in
          try Self.commands(log, clock, fonts: ["Inter"]).run()
          return true
        }
      }
    }
    composite.send(DidFinishLaunching())
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.part), [nil, "crash report", "analytics", "Inter"])
    expectEqual(handlers.map(\.parent), [nil, 0, 0, 0])
    expectEqual(handlers.map(\.selfNanoseconds), [0, 3_000_000, 0, 0])
    expectEqual(handlers.map(\.outcome), [.answered, .returned, .returned, .returned])
  }

  @Test func errorsAreSummedUpForTheHandlerWhenAllHaveRun() throws {
    try composite.register("ThirdParties") { [log] in
      Probe("ThirdParties") { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in
          try StartupCommands {
            StartupCommand("crash report") { throw Refusal("disk full") }
            StartupCommand("analytics") { log.add("analytics") }
          }.run()
          return false
        }
      }
    }
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(log.lines, ["analytics"])
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.outcome), [.threw, .threw, .returned])
    expectEqual(handlers.map(\.error), ["1 of 2 failed: crash report (disk full)", "disk full", nil])
  }

  @Test func theFailureNamesEachCommandWithItsError() throws {
    let failure = try #require(throws: StartupFailure.self) {
      try StartupCommands {
        StartupCommand("a") { throw Refusal("one") }
        StartupCommand("b") { throw Refusal("two") }
      }.run()
    }
    expectEqual(failure.count, 2)
    expectEqual(failure.failed.map(\.name), ["a", "b"])
    expectEqual(failure.failed.map { ($0.error as? Refusal)?.description }, ["one", "two"])
    expectEqual(failure.description, "2 of 2 failed: a (one), b (two)")
  }

  @Test func anEmptyListIsRunAtOnce() throws {
    try StartupCommands {}.run()
    #expect(StartupCommands {}.commands.isEmpty)
  }
}
