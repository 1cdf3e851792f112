import RollcallTestingAdditions
import Testing

@testable import RollcallMaps

@Suite(.inTurn, .serialized) struct GlobTests {
  @Test(arguments: [
    ("pay:*", "pay:42", true), ("pay:*", "pay:", true), ("pay:*", "repay:42", false), ("*", "", true), ("", "", true),
    ("", "a", false), ("a?c", "abc", true), ("a?c", "ac", false), ("*b*b", "abcb", true), ("*b*b", "ab", false),
    ("a*", "A", false), ("*.png", "photo.png.gz", false), ("?", "é", true),
  ])
  func aPatternMatchesTheWholeText(pattern: String, text: String, isMatch: Bool) {
    expectEqual(Glob(pattern).matches(text), isMatch)
  }

  @Test func manyStarsTakeNoTime() {
    let pattern = String(repeating: "a*", count: 40) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 2000)))
  }
}
