import Testing

/// `rollcall check`, and the version and help of the program.
@Suite struct CheckTests {
  @Test func aGoodMapShowsItsOrder() async throws {
    let run = try await Rollcall.run("check", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.output == """
        Modules.map is valid: 3 modules of Shop.

         #  module     type      declared in
         1  Analytics  Scripted  line 4
         2  Scene      Scripted  line 8, the main module
         3  Payments   Scripted  line 13

        """)
  }

  @Test func theBudgetsOfAMapAreShown() async throws {
    let map = "budgets: { didFinishLaunching: 400ms, openURL: 1500us }\n\(Maps.push("takes: 1ms"))"
    let run = try await Rollcall.run("check", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.output == """
        Modules.map is valid: 2 modules of Application.

         #  module  type      declared in
         1  Scene   Scripted  line 4, the main module
         2  Push    Scripted  line 5

         event               budget  declared in
         didFinishLaunching   400ms  line 1
         openURL             1500us  line 1

        """)
  }

  @Test func anotherMapCanBeNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Other.map")
    let run = try await Rollcall.run("check", "Other.map", in: folder)
    #expect(run.status == 0 && run.lines[0] == "Other.map is valid: 3 modules of Shop.", "\(run)")
  }

  @Test func theVersionIsPrinted() async throws {
    let run = try await Rollcall.run("--version", in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "" && run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(run)")
  }

  /// Before the command, options would belong to `run`, and the command would be the name of a map.
  @Test(arguments: [
    (["--no-mouse", "run"], "'run' is a command, and there is no map of this name. Options go after it.\n"),
    (["--plain", "check"], "'check' is a command, and there is no map of this name. Options go after it.\n"),
  ])
  func optionsGoAfterTheCommand(arguments: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let run = try await Rollcall.run(arguments, in: folder)
    #expect(run.status == 64 && run.output == "" && run.errors == message, "\(run)")
  }

  @Test func aMapCanHaveTheNameOfACommand() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "check")
    let run = try await Rollcall.run(["--plain", "check"], in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
  }

  @Test(arguments: [
    ["--help"], ["run", "--help"], ["check", "--help"], ["events", "--help"], ["fire", "--help"], ["lab", "--help"],
  ])
  func helpIsPrinted(arguments: [String]) async throws {
    let run = try await Rollcall.run(arguments, in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.output.hasPrefix("OVERVIEW: ") && run.output.contains("\nUSAGE: rollcall"))
    if arguments == ["--help"] {
      for command in ["run", "check", "events", "fire", "lab"] {
        #expect(run.output.contains("\n  \(command) "), "\(run)")
      }
    }
  }
}
