import RollcallMaps
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The warnings that a map allows.
@Suite(.inTurn, .serialized) struct AllowTests {
  private let modules = "main: Scene\nmodules: [Scene, Session]"

  @Test(arguments: [
    "allow: [outOfState, handlerThrew:Session]", "allow:\n  - outOfState\n  - \"handlerThrew:Session\"",
  ])
  func aListOfKinds(lines: String) throws {
    let map = try ModuleMap.parse("\(lines)\n\(modules)", registry: registry())
    expectEqual(map.allowances.map(\.rule), [.init(.outOfState), .init(.handlerThrew, of: "Session")])
    expectEqual(map.allowances.map(\.rule.description), ["outOfState", "handlerThrew:Session"])
    func warning(_ kind: WarningEntry.Kind, _ module: String?) -> WarningEntry {
      WarningEntry(kind: kind, module: module, atNanoseconds: 0)
    }
    let allowed = map.allowedWarnings
    #expect(allowed.contains(warning(.outOfState, nil)))
    #expect(allowed.contains(warning(.outOfState, "Scene")))
    #expect(allowed.contains(warning(.handlerThrew, "Session")))
    #expect(!allowed.contains(warning(.handlerThrew, "Scene")))
    #expect(!allowed.contains(warning(.handlerThrew, nil)))
    #expect(!allowed.contains(warning(.overBudget, "Session")))
  }

  @Test func oneKindNeedsNoList() throws {
    let map = try ModuleMap.parse("allow: overBudget\n\(modules)", registry: registry())
    expectEqual(map.allowances.map(\.rule.description), ["overBudget"])
    expectEqual(map.allowances.map(\.place.line), [1])
    #expect(try ModuleMap.parse(modules, registry: registry()).allowedWarnings.isEmpty)
  }

  @Test(arguments: [
    (
      "allow: [overBudget, handlerTrew]",
      """
      Modules.map:1:21: there is no warning 'handlerTrew'.
          1 | allow: [overBudget, handlerTrew]
            |                     ^
      Did you mean 'handlerThrew'?
      """
    ),
    (
      "allow: handlerThrew:Sesion",
      """
      Modules.map:1:8: there is no module 'Sesion'.
          1 | allow: handlerThrew:Sesion
            |        ^
      Did you mean 'Session'?
      """
    ),
    (
      "allow: { handlerThrew: Session }",
      """
      Modules.map:1:8: 'allow' must be a warning such as handlerThrew:Push, or a list of them, not a mapping.
          1 | allow: { handlerThrew: Session }
            |        ^
      """
    ),
    (
      "allow:",
      """
      Modules.map:1:7: 'allow' must be a warning such as handlerThrew:Push, or a list of them, not nothing.
          1 | allow:
            |       ^
      """
    ),
    (
      "allow: [[overBudget]]",
      """
      Modules.map:1:9: a warning to allow must be a text, not a list.
          1 | allow: [[overBudget]]
            |         ^
      """
    ),
    (
      "alow: overBudget",
      """
      Modules.map:1:1: a map has no key 'alow'.
          1 | alow: overBudget
            | ^
      Did you mean 'allow'?
      """
    ),
  ])
  func anAllowanceIsWrong(line: String, message: String) {
    expectEqual(complaint(about: "\(line)\n\(modules)"), message)
  }
}
