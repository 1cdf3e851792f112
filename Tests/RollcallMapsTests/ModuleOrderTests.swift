import RollcallTestingAdditions
import Testing

@testable import RollcallMaps

@Suite(.inTurn, .serialized) struct ModuleOrderTests {
  private func resolve(_ modules: [(String, [String])]) throws -> [String] {
    try ModuleOrder.resolve(modules.map { ModuleOrder.Placement($0.0, after: $0.1) })
  }

  @Test func theGivenOrderIsKeptUnlessARequirementForbidsIt() throws {
    try expectEqual(resolve([]), [])
    try expectEqual(resolve([("C", []), ("A", []), ("B", ["C"])]), ["C", "A", "B"])
    try expectEqual(resolve([("A", ["C"]), ("B", []), ("C", []), ("D", [])]), ["B", "C", "A", "D"])
    try expectEqual(resolve([("A", ["B"]), ("B", ["C"]), ("C", []), ("D", ["A", "A"])]), ["C", "B", "A", "D"])
  }

  @Test func modulesThatBecomeFreeTogetherKeepTheGivenOrder() throws {
    let count = 2_000
    let modules = (0..<count).map { ("\($0)", $0 == 0 ? [] : ["0"]) }
    try expectEqual(resolve(modules.reversed()), ["0"] + (1..<count).reversed().map { "\($0)" })
  }

  @Test func impossibleOrdersAreNamed() {
    #expect(throws: ModuleCycle(names: ["A", "C", "B"])) {
      try resolve([("X", []), ("A", ["C"]), ("B", ["A"]), ("C", ["B"]), ("Y", ["A"])])
    }
    expectEqual("\(ModuleCycle(names: ["A"]))", "'A' must come after itself.")
    expectEqual(
      "\(ModuleCycle(names: ["A", "C", "B"]))",
      "'A' must come after 'C', which must come after 'B', which must come after 'A'.")
  }
}
