import RollcallEventArguments
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// An application can send any line to its inspectors.
@Suite(.inTurn, .serialized) struct HostileApplicationTests {
  private func message(_ line: String) -> InspectionMessage? {
    var reader = MessageReader()
    return switch reader.read(Array(line.utf8)).last {
    case .hello(let hello, _): .hello(hello)
    case .message(let message): message
    default: nil
    }
  }

  /// Of several arguments of one name, the first is kept.
  @Test(arguments: [
    #"{"type":"events","events":[EVENT]}"#,
    #"{"type":"hello","application":"Shop","attach":1,"budgets":{"events":{},"shares_launch":false},"events":[EVENT],"#
      + #""modules":[],"next_seq":0,"now_ns":1,"seconds_from_utc":0,"started_ns":0,"state":"active"}"#,
  ]) func argumentsOfOneName(line: String) throws {
    let url = #"{"example":"pay:42","name":"url"}"#
    let event = #"{"bridged":[],"name":"openURL","rule":"no","arguments":["#
    let text = "\(event)\(url),\(url.replacing("pay:42", with: "x")),\(url.replacing("url", with: "app"))]}"
    let events: [EventDescription]
    switch message(line.replacing("EVENT", with: text)) {
    case .events(let found): events = found
    case .hello(let hello): events = hello.events
    default: events = []
    }
    let kept = ["url", "app"].map { EventArgument(name: $0, example: .string("pay:42")) }
    expectEqual(events.map(\.arguments), [kept])
  }

  /// The number of missing entries cannot become greater than the greatest number.
  @Test(arguments: [0, 1, .max] as [UInt64]) func countsOfMissingEntries(first: UInt64) throws {
    let kept = KeptEntries()
    var hello = Hello(application: "Shop", startedNanoseconds: 0)
    hello.nextEntry = first
    kept.take(.hello(hello), bytes: 1)
    let gap = AnyEntry.gap(GapEntry(dropped: .max))
    for _ in 0..<4 { kept.take(.entries([gap], from: .max), bytes: 10 << 20) }
    expectEqual(kept.entries, [.gap(GapEntry(dropped: .max)), gap])
    let message = InspectionMessage.entries([gap, gap], from: .max)
    expectEqual(message.nextEntry, .max)
    #expect(MessageLines.text(of: message, now: .max).contains(#""seq":18446744073709551615"#))
  }
}
