import ModuleLifecycle
import Testing

@testable import Recordings

/// The titles of the kinds of warnings, and the rules that allow them.
@Suite struct WarningKindTests {
  @Test(arguments: WarningEntry.Kind.allCases) func everyKindHasATitle(kind: WarningEntry.Kind) {
    #expect(kind.title != kind.rawValue && !kind.title.hasSuffix("."), "\(kind)")
  }

  @Test func theKindsAreDifferent() {
    let breakdown = WarningEntry.Kind.allCases
    #expect(Set(breakdown).count == breakdown.count && Set(breakdown.map(\.title)).count == breakdown.count)
    #expect(WarningEntry.Kind(rawValue: "tomorrow").title == "tomorrow")
  }

  @Test(arguments: [
    ("handlerTrew", "There is no warning 'handlerTrew'. Did you mean 'handlerThrew'?"),
    ("xyzzy:Push", "There is no warning 'xyzzy'. Known here: \(known)."),
    ("handlerThrew:Pusch", "There is no module 'Pusch'. Did you mean 'Push'?"),
    ("handlerThrew:", "There is no module ''. Known here: Push, Scene:Two."),
  ])
  func aRuleIsWrong(text: String, message: String) {
    #expect(throws: UnknownWarning.self) { try AllowedWarnings([text], modules: ["Push", "Scene:Two"]) }
    do { _ = try AllowedWarnings([text], modules: ["Push", "Scene:Two"]) } catch { #expect("\(error)" == message) }
  }

  private static let known = WarningEntry.Kind.allCases.map(\.rawValue).sorted().joined(separator: ", ")

  @Test func eachRuleIsAddedOnce() throws {
    var allowed = try AllowedWarnings(["overBudget", "handlerThrew:Scene:Two"], modules: ["Scene:Two"])
    allowed.add(AllowedWarnings([.init(.overBudget), .init(.depthCap)]))
    #expect(allowed.rules.map(\.description) == ["overBudget", "handlerThrew:Scene:Two", "depthCap"])
  }
}
