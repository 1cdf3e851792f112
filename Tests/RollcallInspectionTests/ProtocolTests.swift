import Foundation
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// The messages between an application and its inspector, over real sockets.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ProtocolTests {
  @Test func aConnectionResumesWhereAnEarlierOneEnded() async throws {
    let shop = try await InspectedShop()
    let first = try shop.attach()
    await shop.send(DidFinishLaunching())
    _ = await first.entry { if case .dispatch = $0 { () } else { nil } }
    let resumption = try #require(first.resumption)
    first.close()
    await shop.send(DidBecomeActive())
    let second = try shop.attach(resuming: resumption)
    #expect(second.hello.isResumed && second.hello.nextEntry == resumption.entry)
    let event = await second.receive { message in
      switch message {
      case .prologue: "a prologue"
      case .entries(let entries, _):
        entries.compactMap { if case .dispatch(let one) = $0 { one.event } else { nil } }.first
      default: nil as String?
      }
    }
    expectEqual(event, "didBecomeActive", "nothing is repeated or missing")
    await shop.end()
  }

  @Test func entriesDroppedMeanwhileAreCountedAndAPrologueFollows() async throws {
    let shop = try await InspectedShop(capacity: 64 << 10)
    let first = try shop.attach()
    await shop.send(DidFinishLaunching())
    _ = await first.entry { if case .dispatch = $0 { () } else { nil } }
    let resumption = try #require(first.resumption)
    first.close()
    for _ in 0..<3_000 { await shop.send(DidReceiveMemoryWarning()) }
    let second = try shop.attach(resuming: resumption)
    let dropped = await second.entry { if case .gap(let gap) = $0 { gap.dropped } else { nil } }
    #expect(dropped > 0)
    let prologue = await second.receive { if case .prologue(let prologue) = $0 { prologue } else { nil } }
    #expect(prologue.modules.map(\.name) == ["Clerk"] && prologue.nextEntry ?? 0 > resumption.entry)
    await shop.end()
  }

  @Test func anotherSessionStartsOver() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach(resuming: ("0123456789abcdef0123456789abcdef", 7))
    #expect(!connection.hello.isResumed && connection.hello.modules.map(\.name) == ["Clerk"])
    await shop.end()
  }

  @Test(
    arguments: [
      (Command.fire(event: "openURL", arguments: .null), nil),
      (.fireRepeatedly(event: "openURL", arguments: .null, times: 2), nil),
      (.fire(event: "didEnterBackground", arguments: .null), "openURL"),
      (.fireRepeatedly(event: "openURL", arguments: .null, times: 2, relaunching: true), "openURL"),
      (.relaunch(arguments: .null), "openURL"),
    ] as [(Command, String?)])
  func aConnectionThatCanFireSomeEventsFiresOnlyThose(command: Command, listed: String?) async throws {
    let shop = try await InspectedShop(allowing: .firing(["openURL"]))
    let connection = try shop.attach()
    expectEqual(connection.hello.role, .firing(["openURL"]))
    connection.perform(command)
    let last = await connection.answers(to: 1).last
    #expect(
      last
        == (listed.map { .refused("This inspector may fire \($0), and change nothing else.") }
          ?? .finished(problem: nil)))
    await shop.end()
  }

  @Test func theJournalNamesTheSenderOfEachRequest() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    connection.perform(.fire(event: "openURL", arguments: .object(["url": .string("pay:1")])))
    let accepted = await connection.entry { if case .request(let request) = $0 { request } else { nil } }
    #expect(accepted.command == "fire" && accepted.event == "openURL" && accepted.outcome == .accepted)
    #expect(accepted.process == Int(getpid()) && accepted.user == Int(geteuid()))
    connection.perform(.remove(ModuleID(rawValue: 999_999)), 2)
    let failed = await connection.entry {
      if case .request(let request) = $0, request.outcome == .failed { request } else { nil }
    }
    #expect(failed.command == "remove" && failed.reason?.isEmpty == false)
    let viewer = try shop.attach(as: .view)
    viewer.perform(.fire(event: "openURL", arguments: .null))
    let refused = await connection.entry {
      if case .request(let request) = $0, request.outcome == .refused { request } else { nil }
    }
    expectEqual(refused.reason, "This inspector may look, and change nothing.")
    await shop.end()
  }

  @Test func aClaimedNameIsCutFilteredAndMarked() async throws {
    let shop = try await InspectedShop()
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1,"name":"\#(String(repeating: "x", count: 300))\u001b[31m","role":"view"}"#)
    client.say(#"{"type":"perform","id":1,"command":"stopRepeating"}"#)
    let connection = try shop.attach()
    let request = await connection.entry { if case .request(let request) = $0 { request } else { nil } }
    #expect(request.claimedName?.utf8.count ?? 0 <= 64 && request.claimedName?.contains("\u{1B}") == false)
    #expect(request.sentence.hasPrefix("Process \(getpid()) (it says it is \"xxx"))
    await shop.end()
  }

  @Test func allOutgoingTextIsRedacted() async throws {
    let seen = Locked<Set<RedactedText>>([])
    let shop = try await InspectedShop(redacting: { text, kind in
      seen.withLock { _ = $0.insert(kind) }
      return text.replacing("secret", with: "*")
    })
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1,"role":"control","name":"secret agent"}"#)
    client.say(#"{"type":"perform","id":1,"command":"fire","event":"openURL","arguments":{"url":"pay:secret"}}"#)
    client.say(#"{"type":"perform","id":2,"command":"fire","event":"didEnterBackground"}"#)
    client.say(#"{"type":"perform","id":3,"command":"fire","event":"secret"}"#)
    var lines: [String] = []
    while let line = client.line() {
      lines.append(line)
      if line.contains(#""answer":"refused""#) { break }
    }
    while !lines.contains(where: { $0.contains(#""answer":"finished","id":2"#) }), let line = client.line() {
      lines.append(line)
    }
    #expect(lines.contains { $0.contains("pay:*") } && lines.contains { $0.contains("* trouble") })
    #expect(!lines.contains { $0.contains("secret") }, "\(lines.filter { $0.contains("secret") })")
    #expect(seen.withLock(\.self).isSuperset(of: [.argument, .error, .objectName, .request]))
    await shop.end()
  }

  @Test func aTextOfAWarningIsRedactedUnlessItIsAName() {
    var warning = WarningEntry(atNanoseconds: 1)
    (warning.kind, warning.module, warning.event) = (.taskEnded, "Feed", "openURL")
    (warning.message, warning.error, warning.objects) = ("a", "b", ["c"])
    warning.hint = HolderHint(holder: "Scene", text: "d")
    let entry = AnyEntry.warning(warning).redacted { text, kind in "\(kind) \(text)" }
    guard case .warning(let redacted) = entry else { return #expect(Bool(false), "\(entry)") }
    #expect((redacted.kind, redacted.module, redacted.event) == (.taskEnded, "Feed", "openURL"))
    #expect((redacted.message, redacted.error, redacted.objects) == ("warning a", "error b", ["objectName c"]))
    #expect(redacted.hint?.holder == "Scene" && redacted.hint?.text == "warning d")
    expectEqual(AnyEntry.kind(ofTextInWarning: "a field of a later version"), .warning)
  }

  @Test(arguments: ["stopped", "ended"]) func theEndIsReportedWithAReasonAfterAllEntries(reason: String) async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    await shop.send(DidFinishLaunching())
    if reason == "stopped" { shop.inspector.stop() } else { await shop.end() }
    var events: [String] = []
    let ending = await connection.receive { message in
      if case .entries(let entries, _) = message {
        events += entries.compactMap { if case .dispatch(let one) = $0 { one.event } else { nil } }
      }
      if case .contact(.ended(let ending)) = message { return ending }
      return nil
    }
    expectEqual(events, ["didFinishLaunching"])
    #expect(ending == (reason == "stopped" ? .stopped : .orderly))
    expectEqual(shop.place.folder.sockets, [])
    await shop.end()
  }

  @Test func aCutConnectionLeavesTheOutcomeUnknown() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    let gate = DispatchSemaphore(value: 0)
    let hanging = Task { @MainActor in gate.wait() }
    connection.perform(.fire(event: "openURL", arguments: .null))
    _ = await connection.receive { if case .reply(let reply) = $0 { reply } else { nil } }
    connection.close()
    let last = await connection.answers(to: 1).last
    expectEqual(last, .finished(problem: "Outcome unknown: the connection ended before the answer arrived."))
    gate.signal()
    await hanging.value
    await shop.end()
  }

  @Test func atMostSixtyFourCommandsWait() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    let gate = DispatchSemaphore(value: 0)
    let hanging = Task { @MainActor in gate.wait() }
    for id in 1...65 as ClosedRange<UInt64> { connection.perform(.fire(event: "openURL", arguments: .null), id) }
    await expectEqual(connection.answers(to: 65), [.refused("64 commands are already waiting; this one was refused.")])
    gate.signal()
    await hanging.value
    await shop.end()
  }

  @Test func switchingTheJournalIsReportedAndAPrologueFollows() async throws {
    let shop = try await InspectedShop()
    let connection = try shop.attach()
    await MainActor.run {
      shop.composite?.journal.isEnabled = false
      shop.send(DidFinishLaunching())
      shop.composite?.journal.isEnabled = true
    }
    var told: [Bool] = []
    let prologue = await connection.receive { message in
      if case .entries(let entries, _) = message {
        told += entries.compactMap { if case .journal(let entry) = $0 { entry.isOn } else { nil } }
      }
      if case .prologue(let prologue) = message { return prologue }
      return nil
    }
    #expect(told == [false, true] && prologue.state == .inactive)
    await shop.end()
  }

  @Test func beatsReportWhenTheMainActorLastAnswered() async throws {
    let clock = ManualClock()
    let shop = try await InspectedShop(clock: clock.monotonic)
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1}"#)
    expectEqual(client.line()?.contains(#""type":"hello""#), true)
    clock.advance(by: .seconds(2))
    client.say(#"{"type":"check","id":1,"command":"stopRepeating"}"#)
    var line = client.line()
    while line?.contains(#""type":"beat""#) == false { line = client.line() }
    expectEqual(line?.hasPrefix(#"{"answered_ns":"#), true)
    await shop.end()
  }

  @Test(arguments: [
    (
      #"{"type":"dance","id":3}"#,
      #"{"answer":"refused","id":3,"problem":"This application does not know this request.","type":"reply"}"#
    ),
    (
      #"{"type":"perform","command":"fire","id":4}"#,
      #"{"answer":"refused","id":4,"problem":"This application does not know this request.","type":"reply"}"#
    ),
    (
      #"{"id":3}"#,
      #"{"error":"malformed","message":"A request must be a JSON object with a type, as the protocol says.","type":"error"}"#
    ),
    (
      "[1]",
      #"{"error":"malformed","message":"An inspector's line must be one JSON object of at most 64 KiB.","type":"error"}"#
    ),
  ])
  func requestsThatAreNotUnderstoodGetAnAnswer(line: String, answer: String) async throws {
    let shop = try await InspectedShop()
    let client = try RawClient(shop.path)
    client.say(#"{"attach":1,"role":"control"}"#)
    client.say("")
    _ = client.line()
    let other = try RawClient(shop.path)
    other.say(#"{"attach":1,"role":"control"}"#)
    expectEqual(other.line()?.contains("hello"), true)
    other.say(line)
    var found: String?
    while found == nil, let next = other.line() { if next == answer { found = next } }
    expectEqual(found, answer)
    await shop.end()
  }
}
