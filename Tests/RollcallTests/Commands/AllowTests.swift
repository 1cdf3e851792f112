import RollcallTestingAdditions
import Testing

/// `--allow`, and `allow:` in the map.
@Suite(.inTurn, .serialized) struct AllowTests {
  private let failing = Maps.push(#"throws: "no token""#)

  @Test func allowedWarningsAreCountedAndNotShown() async throws {
    let run = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "didReceiveMemoryWarning", "--allow", "handlerThrew:Push", map: failing)
    expectEqual(run.status, 1, "a handler threw all the same: \(run)")
    #expect(!run.output.contains("WARNING") && run.output.hasSuffix("\n\n2 warnings were allowed.\n"), "\(run)")
    let loud = try await Rollcall.run(
      "fire", "didReceiveMemoryWarning", "--allow", "handlerThrew:Scene", "--allow", "outOfState", map: failing)
    #expect(loud.output.contains("WARNING  Push threw in didReceiveMemoryWarning: \"no token\"."), "\(loud)")
    #expect(!loud.output.contains("allowed"), "\(loud)")
  }

  @Test func theMapAllowsToo() async throws {
    let run = try await Rollcall.run("fire", "didReceiveMemoryWarning", map: "allow: handlerThrew\n\(failing)")
    #expect(!run.output.contains("WARNING") && run.output.hasSuffix("\n\n1 warning was allowed.\n"), "\(run)")
  }

  @Test func aRecordingHasAllWarnings() async throws {
    let run = try await Rollcall.run(
      "fire", "--json", "didReceiveMemoryWarning", "--allow", "handlerThrew", map: failing)
    #expect(run.output.contains(#""kind":"handlerThrew""#), "\(run)")
  }

  @Test func allowedWarningsAreShownWithTheMap() async throws {
    let folder = try TemporaryFolder()
    try folder.write("allow: [handlerThrew:Push]\n\(Maps.push("takes: 1ms"))", to: "Modules.map")
    let run = try await Rollcall.run(["check", "--allow", "depthCap"], in: folder)
    #expect(
      run.output.hasSuffix(
        """
         2  Push    Scripted  line 5

         allowed warning  module  declared in
         handlerThrew     Push    line 1
         depthCap         all     --allow

        """), "\(run)")
  }

  @Test(arguments: [["check"], ["fire", "openURL"], ["run", "--plain"]])
  func aWrongRuleIsAUsageError(command: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(failing, to: "Modules.map")
    for (rule, message) in [
      ("handlerTrew", "--allow: There is no warning 'handlerTrew'. Did you mean 'handlerThrew'?\n"),
      ("handlerThrew:Pusch", "--allow: There is no module 'Pusch'. Did you mean 'Push'?\n"),
    ] {
      let run = try await Rollcall.run(command + ["--allow", rule], in: folder)
      #expect(run.status == 64 && run.output == "" && run.errors == message, "\(run)")
    }
  }

  @Test func aWrongRuleInTheMapIsAMistakeOfTheMap() async throws {
    let run = try await Rollcall.run("check", map: "allow: overBudgt\n\(failing)")
    #expect(run.status == 65 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      Modules.map:1:8: there is no warning 'overBudgt'.
          1 | allow: overBudgt
            |        ^
      Did you mean 'overBudget'?

      """, "\(run)")
  }
}
