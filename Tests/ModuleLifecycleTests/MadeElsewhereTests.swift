import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct MadeElsewhereTests {
  private let composite = CompositeDelegate(sleep: { _ in throw CancellationError() })

  private var warnings: [String] {
    composite.journal.warnings.filter { $0.kind == .madeElsewhere }.map(\.sentence)
  }

  @Test func aModuleThatWasMadeEarlierCausesAWarning() throws {
    let probe = Probe("A")
    try composite.register("A") { probe }
    expectEqual(
      warnings, ["A seems to have been created before its factory was called. Its objects are in no journal."])
  }

  @Test func aModuleThatItsFactoryMakesCausesNoWarning() throws {
    let elsewhere = Probe("elsewhere")
    try composite.register("A") { Probe("A") }
    // Held elsewhere, but with a bag from its factory.
    var kept: Probe?
    try composite.register("B") {
      let probe = Probe("B")
      kept = probe
      return probe
    }
    #expect(warnings.isEmpty)
    withExtendedLifetime((elsewhere, kept)) {}
  }
}
