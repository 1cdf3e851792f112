import Testing

@testable import ModuleLifecycle

@Suite struct BudgetsTests {
  @Test func theStandardOnesAreTheSystems() {
    let budgets = Budgets.standard
    #expect(budgets[WillFinishLaunching.self] == .seconds(20))
    #expect(budgets[DidFinishLaunching.self] == .seconds(20))
    #expect(budgets[DidEnterBackground.self] == .seconds(5))
    #expect(budgets[WillTerminate.self] == .seconds(5))
    #expect(budgets[OpenURL.self] == .seconds(10))
    #expect(Budgets.none[DidFinishLaunching.self] == nil)
  }

  @Test func anEventsOwnBudgetGoesBeforeTheGeneralOne() {
    var budgets = Budgets(general: .seconds(1), ["openURL": .milliseconds(50)])
    #expect(budgets[OpenURL.self] == .milliseconds(50))
    #expect(budgets["anything"] == .seconds(1))
    budgets[OpenURL.self] = nil
    #expect(budgets[OpenURL.self] == nil, "it has none now, and not the general one")
    #expect(budgets.budget(of: "openURL").nanoseconds == EventBudget.unlimited)
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), UInt64.max), (.seconds(600 * 365 * 86_400), .max), (.seconds(Int64.min), 0),
    (.milliseconds(-1), 0), (.zero, 0), (.nanoseconds(1_500_000_001), 1_500_000_001),
    (.seconds(18_446_744_073), 18_446_744_073_000_000_000),
  ])
  func anyDurationIsABudget(duration: Duration, nanoseconds: UInt64) {
    let budgets = Budgets(general: duration)
    #expect(budgets.budget(of: "openURL").nanoseconds == nanoseconds)
  }

  @Test func launchIsOneBudgetUntilOneOfItsEventsHasItsOwn() {
    var budgets = Budgets.standard
    #expect(budgets.budget(of: "willFinishLaunching").isChargedToLaunch)
    #expect(budgets.budget(of: "didFinishLaunching").includesLaunch)
    budgets[OpenURL.self] = .seconds(1)
    #expect(budgets.budget(of: "didFinishLaunching").includesLaunch)
    budgets[DidFinishLaunching.self] = .seconds(1)
    #expect(!budgets.budget(of: "didFinishLaunching").includesLaunch)
    #expect(!budgets.budget(of: "willFinishLaunching").isChargedToLaunch)
  }

  @Test(arguments: [
    (400, "0 \u{B5}s", "400 ns"), (12_400, "12 \u{B5}s", "12400 ns"), (49_999, "50 \u{B5}s", "49999 ns"),
    (60_000, "0.1 ms", "60 \u{B5}s"),
    (9_949_999, "9.9 ms", "9949999 ns"), (9_950_000, "10 ms", "9950 \u{B5}s"),
    (412_300_000, "412 ms", "412300 \u{B5}s"),
    (999_499_999, "999 ms", "999499999 ns"), (999_500_000, "1.0 s", "999500 \u{B5}s"),
    (5_000_000_000, "5.0 s", "5 s"), (9_950_000_000, "10 s", "9950 ms"), (38_400_000_000, "38 s", "38400 ms"),
    (111_000_000_000, "1 min 51 s", "1 min 51 s"), (5_400_000_000_000, "1 h 30 min", "1 h 30 min"),
    (300_000_000_000, "5 min", "5 min"),
  ])
  func timesAreSpelled(nanoseconds: UInt64, measured: String, exact: String) {
    #expect(TimeInWords.measured(nanoseconds) == measured)
    #expect(TimeInWords.exact(nanoseconds) == exact)
  }
}
