import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct BudgetsTests {
  @Test func theStandardBudgetsAreTheSystems() {
    let budgets = EventBudgets.standard
    expectEqual(budgets[WillFinishLaunching.self], .seconds(20))
    expectEqual(budgets[DidFinishLaunching.self], .seconds(20))
    expectEqual(budgets[DidEnterBackground.self], .seconds(5))
    expectEqual(budgets[WillTerminate.self], .seconds(5))
    expectEqual(budgets[OpenURL.self], .seconds(10))
    #expect(EventBudgets.none[DidFinishLaunching.self] == nil)
  }

  @Test func anEventsOwnBudgetOverridesTheGeneralOne() {
    var budgets = EventBudgets(general: .seconds(1), ["openURL": .milliseconds(50)])
    expectEqual(budgets[OpenURL.self], .milliseconds(50))
    expectEqual(budgets["anything"], .seconds(1))
    budgets[OpenURL.self] = nil
    #expect(budgets[OpenURL.self] == nil, "it now has none, not the general one")
    expectEqual(budgets.budget(of: "openURL").nanoseconds, EventBudget.unlimited)
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), UInt64.max), (.seconds(600 * 365 * 86_400), .max), (.seconds(Int64.min), 0),
    (.milliseconds(-1), 0), (.zero, 0), (.nanoseconds(1_500_000_001), 1_500_000_001),
    (.seconds(18_446_744_073), 18_446_744_073_000_000_000),
  ])
  func anyDurationIsABudget(duration: Duration, nanoseconds: UInt64) {
    let budgets = EventBudgets(general: duration)
    expectEqual(budgets.budget(of: "openURL").nanoseconds, nanoseconds)
  }

  @Test func launchIsOneBudgetUntilOneOfItsEventsHasItsOwn() {
    var budgets = EventBudgets.standard
    #expect(budgets.budget(of: "willFinishLaunching").isChargedToLaunch)
    #expect(budgets.budget(of: "didFinishLaunching").includesLaunch)
    budgets[OpenURL.self] = .seconds(1)
    #expect(budgets.budget(of: "didFinishLaunching").includesLaunch)
    budgets[DidFinishLaunching.self] = .seconds(1)
    #expect(!budgets.budget(of: "didFinishLaunching").includesLaunch)
    #expect(!budgets.budget(of: "willFinishLaunching").isChargedToLaunch)
  }
}
