import Foundation
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// The reader accepts every spelling of an entry, and nothing that a JSON decoder would reject.
@Suite(.inTurn, .serialized) struct LineReadingTests {
  @Test func everyEntryIsReadAsItWasWritten() throws {
    var random = RandomEntries(seed: 1)
    var types: Set<String> = []
    for number in 0..<2_000 {
      let entry = random.next()
      let line = JournalLine.encode(entry)
      types.insert(entry.type)
      try #require(try JournalLine.entry(line) == entry, "entry \(number): \(line)")
    }
    expectEqual(types.count, 18)
  }

  @Test func everyJSONSpellingIsRead() throws {
    var random = RandomEntries(seed: 2)
    random.greatest = UInt64(Int64.max)
    for number in 0..<1_000 {
      let entry = random.next()
      let value = try JSONDecoder().decode(EventValue.self, from: Data(JournalLine.encode(entry).utf8))
      let line = random.respell(value)
      try #require(try JournalLine.entry(line) == entry, "entry \(number): \(line)")
    }
  }

  /// For a line with changed bytes, the reader finds the same values as a JSON decoder.
  @Test func damagedLinesAreReadAsTheDecoderReadsThem() throws {
    var random = RandomEntries(seed: 7)
    var (read, refused) = (0, 0)
    for number in 0..<5_000 {
      var bytes = Array(JournalLine.encode(random.next()).utf8)
      for _ in 0...random.below(2) { random.damage(&bytes) }
      guard let entry = try? JournalLine.entry(bytes) else {
        refused += 1
        continue
      }
      let line = String(decoding: bytes, as: UTF8.self)
      // Parts that the reader skips can be invalid UTF-8.
      let found = try JSONDecoder().decode(EventValue.self, from: Data(line.utf8))
      let again = try JSONDecoder().decode(EventValue.self, from: Data(JournalLine.encode(entry).utf8))
      try #require(isPart(again, of: found), "line \(number): \(line)")
      read += 1
    }
    #expect(read > 500 && refused > 500, "\(read) read, \(refused) refused")
  }

  /// Whether a line has all values of an entry, except the optional ones.
  private func isPart(_ said: EventValue, of found: EventValue) -> Bool {
    switch (said, found) {
    case (.object(let said), .object(let found)):
      said.allSatisfy { key, value in
        found[key].map { isPart(value, of: $0) } ?? ["message", "text"].contains(key)
      }
    case (.array(let said), .array(let found)):
      said.count == found.count && zip(said, found).allSatisfy { isPart($0, of: $1) }
    default: said == found
    }
  }

  @Test func unknownKeysAreSkippedEverywhere() throws {
    func widen(_ value: EventValue) -> EventValue {
      guard case .object(var members) = value, members["type"] != nil || members["outcome"] != nil else { return value }
      if case .array(let spans)? = members["handlers"] { members["handlers"] = .array(spans.map(widen)) }
      for key in Array(members.keys) + ["", "a", "zz"] { members["\(key)_more"] = .array([.object([key: .null])]) }
      return .object(members)
    }
    var random = RandomEntries(seed: 3)
    random.greatest = UInt64(Int64.max)
    for number in 0..<500 as Range<UInt64> {
      let entry = random.next()
      let line = JournalLine.encode(entry, seq: number)
      let wide = widen(try JSONDecoder().decode(EventValue.self, from: Data(line.utf8))).json
      let read = try JournalLine.numbered(Array(wide.utf8))
      try #require(read.entry == entry && read.seq == number, "\(wide)")
    }
  }

  @Test func theFirstOfDuplicateKeysCounts() throws {
    for line in [
      #"{"dropped":1,"dropped":2,"type":"gap"}"#, #"{"type":"gap","dropped":1,"type":"owned"}"#,
      #"{"dropped":1,"dropped":"many","type":"gap","type":"warning"}"#,
    ] {
      try expectEqual(JournalLine.entry(line), .gap(GapEntry(dropped: 1)), "\(line)")
    }
  }

  /// Keys are told apart beyond the bytes that are compared at once.
  @Test func keysThatBeginAlikeAreDifferent() throws {
    let known = #""application":"A","rollcall":1,"seconds_from_utc":7,"started_ns":1"#
    for others in [
      #""seconds_from_utc_2":"no""#, #""seconds_from_ut":"no""#, #""seconds_from_utc\u0000":"no""#,
      #""rollcall\u0000":"no","rollcal":[]"#, #""":"no""#,
    ] {
      for line in ["{\(others),\(known)}", "{\(known),\(others)}"] {
        try expectEqual(JournalLine.header(Array(line.utf8)).secondsFromUTC, 7, "\(line)")
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func aLineWithManyKeysInAnyOrderIsRead() throws {
    let keys = (0..<sized(100_000)).reversed().map { #""a_key_that_begins_alike_\#($0)":{}"# }.joined(separator: ",")
    try expectEqual(JournalLine.entry(#"{\#(keys),"type":"gap","dropped":7}"#), .gap(GapEntry(dropped: 7)))
  }

  @Test func numbersAreReadToTheLastDigit() throws {
    for (text, number) in [
      ("18446744073709551615", UInt64.max), ("1.8446744073709551615e19", .max),
      ("9007199254740993.0", 9_007_199_254_740_993),
      ("12e3", 12_000), ("120E-1", 12), ("0.0", 0), ("-0", 0), ("0e99999999999999999999", 0), ("5.000", 5),
    ] {
      try expectEqual(
        JournalLine.entry(#"{"dropped":\#(text),"type":"gap"}"#), .gap(GapEntry(dropped: number)), "\(text)")
    }
  }
}

extension RandomEntries {
  /// Damages some bytes of a line.
  fileprivate mutating func damage(_ bytes: inout [UInt8]) {
    let place = below(bytes.count)
    switch below(5) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: bits())
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(pick(Array(#"{}[],:"\0-.eE nt"#.utf8)), at: place)
    case 3: bytes[place] = pick(Array("019e.- \"".utf8))
    default: bytes.removeSubrange(place..<min(bytes.count, place + below(12)))
    }
    if bytes.isEmpty { bytes = [0] }
  }

  /// Equivalent JSON in another spelling: keys in another order, additional unknown keys, spaces, escapes, exponents.
  fileprivate mutating func respell(_ value: EventValue) -> String {
    switch value {
    case .string(let text): return respell(text)
    case .integer(let number) where chance(20) && number.magnitude < 1 << 50:
      return pick(["\(number).0", "\(number)e0"])
    case .array(let values):
      return "[" + values.map { space() + respell($0) + space() }.joined(separator: ",") + "]"
    case .object(let members):
      var parts = members.map { "\(space())\(respell($0.key))\(space()):\(space())\(respell($0.value))\(space())" }
      // Unknown keys are skipped only in known objects. The event's own objects can have any keys.
      if members["type"] != nil { parts.append(#""unknown":[1,{"a":"\u00e9\\"},null,true,-1.5e3]"#) }
      for index in parts.indices { parts.swapAt(index, below(parts.count)) }
      return "{" + parts.joined(separator: ",") + "}"
    default: return value.json
    }
  }

  private mutating func space() -> String { chance(10) ? pick([" ", "\t", "\r", "\n", "  "]) : "" }

  private mutating func respell(_ text: String) -> String {
    let spelled = text.utf16.map { unit -> String in
      if unit >= 0x80 || unit < 0x20 || unit == 0x22 || unit == 0x5C || chance(10) {
        let digits = String(unit, radix: 16, uppercase: chance())
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return unit == 0x2F ? "\\/" : String(UnicodeScalar(UInt8(unit)))
    }
    return "\"\(spelled.joined())\""
  }
}
