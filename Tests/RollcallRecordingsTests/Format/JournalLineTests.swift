import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares the writer of lines with Foundation's JSON coders.
@Suite(.inTurn, .serialized) struct JournalLineTests {
  @Test(arguments: 0..<UInt64(sized(20))) func everyEntryIsWrittenAsSortedJSON(seed: UInt64) throws {
    var random = RandomEntries(seed: seed)
    random.greatest = UInt64(Int64.max)
    var types: Set<String> = []
    for number in 0..<200 as Range<UInt64> {
      let entry = random.next()
      types.insert(entry.type)
      let line = JournalLine.encode(entry, seq: number % 2 == 0 ? number : nil)
      let value = try JSONDecoder().decode(EventValue.self, from: Data(line.utf8))
      try #require(line == value.json, "seed \(seed)")
      expectEqual(value.members["type"], .string(entry.type))
      #expect(value.members["seq"] == (number % 2 == 0 ? .integer(Int64(number)) : nil))
      #expect(!line.contains("\n"))
    }
    expectEqual(types.count, 18)
  }

  @Test func numbersWithAnyCountOfDigitsAreWritten() {
    var power: UInt64 = 1
    for _ in 0..<20 {
      for value in [power - 1, power, power &+ 1] {
        var bytes = LineBuffer()
        value.write(to: &bytes)
        expectEqual(bytes.text, "\(value)")
      }
      power = power.multipliedReportingOverflow(by: 10).overflow ? .max : power * 10
    }
    for value in [Int64.min, -1, 0, .max] {
      var bytes = LineBuffer()
      Int(value).write(to: &bytes)
      expectEqual(bytes.text, "\(value)")
    }
  }

  @Test func specialCharactersAreEscapedAtEachPosition() throws {
    for special in ["\"", "\\", "\u{0}", "\u{1F}", "\n", "é", "\u{7F}", "!", "#", "[", "]", " "] {
      for before in 0..<20 {
        let text = String(repeating: "a", count: before) + special + String(repeating: "b", count: 20 - before)
        var bytes = LineBuffer()
        bytes.append(text)
        try expectEqual(bytes.text, String(decoding: JSONEncoder().encode(text), as: UTF8.self))
      }
    }
  }

  /// Every written line can be read, however deep the value was nested.
  @Test func valuesNestedTooDeepAreCut() throws {
    func nested(_ depth: Int) -> EventValue {
      (0..<depth).reduce(.string("core")) { value, level in level % 2 == 0 ? .array([value]) : .object(["in": value]) }
    }
    func entry(_ value: EventValue) -> AnyEntry {
      .completion(
        CompletionEntry(
          kind: .late, dispatch: 1, event: "openURL", module: "Feed", moduleID: ModuleID(rawValue: 1), value: value,
          atNanoseconds: 1, tookNanoseconds: 1))
    }
    let whole = JournalLine.encode(entry(nested(50)))
    try expectEqual(JournalLine.entry(whole), entry(nested(50)))
    let cut = JournalLine.encode(entry(nested(5_000)))
    #expect(cut.utf8.count < 1_000 && cut.contains("\"...\"") && !cut.contains("core"))
    try expectEqual(JournalLine.entry(cut).type, "completion")
  }

  @Test func numbersThatJSONCannotRepresentAreWrittenAsText() throws {
    let entry = AnyEntry.completion(
      CompletionEntry(
        kind: .again, dispatch: 1, event: "tick", module: "Feed", moduleID: ModuleID(rawValue: 2),
        value: .array([.number(.nan), .number(-.infinity), .number(2)]), atNanoseconds: 3, tookNanoseconds: 4))
    expectEqual(
      JournalLine.encode(entry),
      """
      {"at_ns":3,"dispatch":1,"event":"tick","kind":"again","module":"Feed","module_id":2,"took_ns":4,\
      "type":"completion","value":["nan","-inf",2]}
      """)
  }

  @Test func aHeaderSurvivesTheFormat() throws {
    var header = JournalHeader(application: "Storefront", startedNanoseconds: 5)
    header.secondsFromUTC = -3_600
    header.recordedNanoseconds = 7
    header.missedEntries = 8
    header.prologueCount = 1
    header.state = .background
    header.launchedNanoseconds = 9
    header.modules = [
      ModuleStatus(
        id: ModuleID(rawValue: 3), name: "Feed", order: 1, isPresent: false, isOn: true, after: ["Scene"],
        isRequired: true, parent: ModuleID(rawValue: 2), handles: ["openURL"])
    ]
    header.budgets = EventBudgets(general: .seconds(10), ["openURL": .milliseconds(500)])
    header.budgets?["performFetch"] = nil
    header.allowedWarnings = AllowedWarnings([.init(.handlerThrew, of: "Push: a"), .init(.outOfState)])
    header.rules = ["openURL": "yes if one says yes, otherwise no"]
    let line = JournalLine.encode(header)
    expectEqual(
      line,
      """
      {"allowed":["handlerThrew:Push: a","outOfState"],"application":"Storefront",\
      "budgets":{"events":{"openURL":500000000,"performFetch":null},"general_ns":10000000000,"shares_launch":false},\
      "launched_ns":9,"missed":8,"modules":[{"after":["Scene"],"handles":["openURL"],"id":3,"main":false,"name":"Feed",\
      "on":true,"order":1,"parent":2,"present":false,"required":true}],"prologue":1,"recorded_ns":7,"rollcall":1,\
      "rules":{"openURL":"yes if one says yes, otherwise no"},"seconds_from_utc":-3600,"started_ns":5,\
      "state":"background"}
      """)
    try expectEqual(JournalLine.header(Array(line.utf8)), header)
    header.budgets = .standard
    try expectEqual(JournalLine.header(Array(JournalLine.encode(header).utf8)), header)
  }

  @Test func theMemoryOfALargeLineIsFreed() {
    var buffer = LineBuffer()
    buffer.append(raw: String(repeating: "x", count: 4 << 20))
    #expect(buffer.bytes.capacity >= 4 << 20)
    buffer.removeAll()
    #expect(buffer.bytes.capacity < 1 << 20)
    buffer.append(raw: "short")
    expectEqual(buffer.text, "short")
  }
}
