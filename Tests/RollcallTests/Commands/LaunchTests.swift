import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall fire` at launch: the creation of the modules, and repeated cold launches.
@Suite(.inTurn, .serialized) struct ColdLaunchTests {
  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test func creationIsAboveTheHandlersAndInTheTotal() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines[2].contains("#  module"), "\(run)")
    #expect(run.lines[3].contains("before the composite") && run.lines[4].contains("3 modules created"), "\(run)")
    let sum = try #require(run.lines.first { $0.hasPrefix("The launch took ") })
    let form =
      /The launch took [0-9.]+ m?s in all: 3 modules created .*, didFinishLaunching .* Slowest: \w+, .*\. (.*)/
    let rest = try #require(sum.wholeMatch(of: form)?.1)
    #expect(
      rest.wholeMatch(of: /The [0-9.]+( m?s)? \u{00B1} 10 ms before the composite are not in it\./) != nil, "\(sum)")
  }

  @Test func otherEventsHaveNoCreation() async throws {
    let run = try await Rollcall.run("fire", "openURL=url:pay:42", map: Maps.shop)
    #expect(run.status == 0 && !run.output.contains("created") && !run.output.contains("The launch took"), "\(run)")
  }

  @Test func aRelaunchIsColdEachTime() async throws {
    let run = try await Rollcall.run("fire", "didFinishLaunching", "--repeat", "3", "--relaunch", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "no event is out of state: \(run)")
    expectEqual(run.lines[0], "didFinishLaunching, 3 cold launches: self times", "\(run)")
    expectEqual(words(run.lines[2]), ["#", "module", "n", "fastest", "median", "slowest"], "\(run)")
    expectEqual(words(run.lines[3]).prefix(4), ["3", "modules", "created", "3"], "\(run)")
    let last = try #require(run.lines.first { $0.contains("the whole launch") })
    expectEqual(words(last).prefix(4), ["the", "whole", "launch", "3"], "\(run)")
    #expect(run.output.contains("\n\nThe time before main is not in it.\n\n"), "\(run)")
    let journal = try await Rollcall.run(
      "fire", "didFinishLaunching", "--repeat", "3", "--relaunch", "--json", map: Maps.shop)
    expectEqual(journal.lines.count { $0.contains(#""change":"broughtBack""#) }, 6, "\(journal)")
    #expect(!journal.output.contains(#""out_of_state":true"#), "\(journal)")
  }

  /// The report of a launch comes with its last event, even if it has only the first one.
  @Test func aRelaunchCanEndWithItsFirstEvent() async throws {
    let run = try await Rollcall.run("fire", "willFinishLaunching", "--repeat", "3", "--relaunch", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.lines[0], "willFinishLaunching, 3 cold launches: self times", "\(run)")
    expectEqual(words(run.lines[3]).prefix(4), ["3", "modules", "created", "3"], "\(run)")
    let both = try await Rollcall.run(
      "fire", "willFinishLaunching", "didFinishLaunching", "--repeat", "2", "--relaunch", map: Maps.shop)
    expectEqual(both.lines.count { $0.contains("modules created") }, 1, "\(both)")
    expectEqual(both.lines[0], "willFinishLaunching: self times", "\(both)")
    #expect(both.lines.contains("didFinishLaunching, 2 cold launches: self times"), "\(both)")
  }

  @Test func repeatingWithoutRelaunchSaysThatLaunchesAreWarm() async throws {
    for options in [[], ["--json"]] {
      let folder = try TemporaryFolder()
      try folder.write(Maps.shop, to: "Modules.map")
      let run = try await Rollcall.run(
        ["fire", "didFinishLaunching", "--repeat", "3", "--allow", "outOfState"] + options, in: folder)
      expectEqual(
        run.errors, "Repeating a launch without --relaunch measures warm launches: the modules already exist.\n",
        "\(run)")
      if options.isEmpty {
        expectEqual(
          run.lines[0], "didFinishLaunching, 1 cold launch, then twice to existing modules: self times",
          "\(run)")
      }
    }
  }

  @Test func relaunchingWithoutALaunchIsAMistake() async throws {
    let run = try await Rollcall.run("fire", "openURL", "--repeat", "3", "--relaunch", map: Maps.shop)
    #expect(run.status == 64 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      "--relaunch needs an event that launches the application. Also fire didFinishLaunching, or omit --relaunch.\n",
      "\(run)")
  }

  @Test func budgetsIncludeCreation() async throws {
    let run = try await Rollcall.run(
      "fire", "didFinishLaunching", "--budget", "Analytics:1ns", "--budget", "12ms", map: Maps.shop)
    expectEqual(run.status, 1, "\(run)")
    let rows = run.errors.split(separator: "\n").map(String.init)
    expectEqual(rows[0], "3 times are over their budgets:", "\(run)")
    expectEqual(words(rows[2]).prefix(2), ["creation", "Analytics"], "\(run)")
    #expect(rows[3].hasPrefix(" launch, up to #1 didFinishLaunching  all, most in Payments  "), "\(run)")
    expectEqual(words(rows[4]).prefix(3), ["#1", "didFinishLaunching", "Analytics"], "\(run)")
    let unchecked = try await Rollcall.run("fire", "openURL", "--budget", "Analytics:10s", map: Maps.shop)
    expectEqual(
      unchecked.errors, "Analytics was not called, so only its creation was checked against its budget.\n",
      "\(unchecked)")
  }
}
