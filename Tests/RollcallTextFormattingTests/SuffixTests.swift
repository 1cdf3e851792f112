import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

/// The end of a long text, as a field shows it while the user types.
@Suite(.inTurn, .serialized) struct SuffixTests {
  /// A text that counts how often a character is looked at.
  private struct CountedText: BidirectionalCollection {
    final class Count {
      var looks = 0
    }

    let characters: [Character]
    let counter = Count()
    var startIndex: Int { 0 }
    var endIndex: Int { characters.count }
    subscript(position: Int) -> Character {
      counter.looks += 1
      return characters[position]
    }
    func index(after index: Int) -> Int { index + 1 }
    func index(before index: Int) -> Int { index - 1 }
  }

  @Test(arguments: [100, 4_000, 100_000]) func theEndOfATextCostsItsColumns(length: Int) {
    let text = CountedText(characters: Array(repeating: "á", count: length))
    let end = text.suffix(ofColumns: 40)
    expectEqual(text.counter.looks, 41)
    expectEqual(end.count, 40)
  }

  @Test func theEndIsOfWholeCharacters() {
    expectEqual("abc".suffix(ofColumns: 5), "abc")
    expectEqual("abc网络".suffix(ofColumns: 4), "网络")
    expectEqual("abc网络".suffix(ofColumns: 3), "络")
    expectEqual("abc网络".suffix(ofColumns: 0), "")
    expectEqual("e\u{301}f".suffix(ofColumns: 2), "e\u{301}f")
  }
}
