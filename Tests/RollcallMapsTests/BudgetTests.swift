import ModuleLifecycle
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// The time budgets for events in a map.
@MainActor @Suite(.inTurn, .serialized) struct BudgetTests {
  private let modules = "main: Scene\nmodules: [Scene]"

  @Test func budgetsReplaceTheStandardOnes() throws {
    let registry = registry()
    let map = try ModuleMap.parse(
      "budgets:\n  didFinishLaunching: 400ms\n  didFetch: 1.5s\n\(modules)", registry: registry)
    expectEqual(map.budgets.map(\.event), ["didFinishLaunching", "didFetch"])
    expectEqual(map.budgets.map(\.text), ["400ms", "1500ms"])
    expectEqual(map.budgets.map(\.place.line), [2, 3])
    let composite = try registry.makeComposite(from: map)
    expectEqual(composite.budgets[DidFinishLaunching.self], .milliseconds(400))
    expectEqual(composite.budgets[DidFetch.self], .milliseconds(1_500))
    expectEqual(composite.budgets[WillTerminate.self], .seconds(5))
  }

  @Test func withoutBudgetsTheStandardOnesApply() throws {
    let registry = registry()
    let map = try ModuleMap.parse(modules, registry: registry)
    expectEqual(map.budgets, [])
    try expectEqual(registry.makeComposite(from: map).budgets, .standard)
  }

  @Test(arguments: [
    (
      "budgets: { didFinishLaunchin: 400ms }",
      """
      Modules.map:1:12: there is no event 'didFinishLaunchin'.
          1 | budgets: { didFinishLaunchin: 400ms }
            |            ^
      Did you mean 'didFinishLaunching'?
      """
    ),
    (
      "budgets: { openURL: 400 }",
      """
      Modules.map:1:21: '400' is not a duration. Write a number and ns, us, ms, s or min: 12ms.
          1 | budgets: { openURL: 400 }
            |                     ^
      """
    ),
    (
      "budgets: { openURL: 0s }",
      """
      Modules.map:1:21: 'openURL' can't be '0s': 1us is the minimum.
          1 | budgets: { openURL: 0s }
            |                     ^
      """
    ),
    (
      "budgets: { openURL: [1s] }",
      """
      Modules.map:1:21: 'openURL' must be a duration, not a list.
          1 | budgets: { openURL: [1s] }
            |                     ^
      """
    ),
    (
      "budgets: 400ms",
      """
      Modules.map:1:10: 'budgets' must be a mapping from events to durations, not '400ms'.
          1 | budgets: 400ms
            |          ^
      """
    ),
    (
      "budgets:",
      """
      Modules.map:1:9: 'budgets' must be a mapping from events to durations, not nothing.
          1 | budgets:
            |         ^
      """
    ),
    (
      "budget: { openURL: 1s }",
      """
      Modules.map:1:1: a map has no key 'budget'.
          1 | budget: { openURL: 1s }
            | ^
      Did you mean 'budgets'?
      """
    ),
  ])
  func aBudgetIsWrong(line: String, message: String) {
    expectEqual(complaint(about: "\(line)\n\(modules)"), message)
  }
}
