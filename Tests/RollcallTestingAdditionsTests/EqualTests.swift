import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct EqualTests {
  @Test func differentValuesAreAnIssueThatShowsBoth() {
    withKnownIssue {
      expectEqual("a", "b", "the name")
    } matching: {
      $0.comments.map(\.rawValue) == ["is \"a\"\nnot \"b\" // the name"] && $0.sourceLocation?.line == 7
    }
  }

  @Test func equalValuesAreNoIssue() {
    expectEqual([1, 2], [1, 2], "the numbers")
    expectEqual("a", Optional("a"))
  }
}
