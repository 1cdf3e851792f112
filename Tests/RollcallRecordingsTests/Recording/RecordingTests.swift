import ModuleLifecycleTesting
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RecordingTests {
  private let folder: RecordingFolder
  private let path: String
  private let composite = CompositeDelegate(name: "Shop")

  init() throws {
    folder = try RecordingFolder()
    path = folder.path(of: "shop.rollcall")
    try composite.register("Scene", role: .main) {
      Probe("Scene") { $0.answer(DidFinishLaunching.self) { _, _ in true } }
    }
    try composite.register("Feed", after: ["Scene"]) {
      let feed = Probe("Feed") { $0.on(Tick.self) { _, _ in } }
      feed.owned.own("refresh", as: "timer", detail: "each second") {}
      return feed
    }
  }

  @Test func theFileHasTheEntriesOfTheJournal() throws {
    let recording = try composite.journal.record(to: path, now: { 0 })
    composite.send(DidFinishLaunching(options: ["from": "push \"1\"\n"]))
    try composite.remove("Feed")
    for _ in 0..<2_000 { composite.send(Tick()) }
    let status = recording.stop()
    let file = try RecordedFile(path)
    expectEqual(file.entries, composite.journal.entries)
    #expect(status.entries == UInt64(file.entries.count) && status.dropped == 0 && status.problem == nil)
    #expect(!status.isRunning)
    try expectEqual(status.bytes, UInt64(Data(contentsOf: URL(filePath: path)).count))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    expectEqual(mode.map { "\($0)" }, "\(0o600)", "only its owner reads it")
  }

  @Test func textsAreReplacedBeforeTheyAreWritten() throws {
    composite.send(DidFinishLaunching(options: ["from": "secret"]))
    let kinds = Locked<Set<RedactedText>>([])
    let recording = try composite.journal.record(
      to: path, from: .next,
      redacting: { text, kind in
        kinds.withLock { _ = $0.insert(kind) }
        return kind == .argument ? "*" : text
      })
    composite.send(OpenURL(url: try #require(URL(string: "pay:secret"))))
    recording.stop()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("secret") && text.contains(#""arguments":{"*":"#), "\(text)")
    #expect(text.contains(#""name":"refresh""#) && kinds.withLock(\.self) == [.argument, .objectName])
  }

  @Test func aRecordingFromTheBeginningNeedsNoPrologue() throws {
    try composite.journal.record(to: path).stop()
    let file = try RecordedFile(path)
    expectEqual(file.header.application, "Shop")
    #expect(file.header.modules == [] && file.header.prologueCount == 0 && file.header.missedEntries == 0)
    #expect(file.header.state == .notRunning && file.header.launchedNanoseconds == nil)
    expectEqual(file.header.budgets, .standard)
    expectEqual(file.header.rules?["openURL"], OpenURL.policy.rule)
    expectEqual(file.entries.map(\.type), ["module", "owned", "module"])
  }

  @Test func aLateRecordingHasTheCurrentState() throws {
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    let recording = try composite.journal.record(
      to: path, from: .next, allowing: AllowedWarnings([.init(.outOfState)]))
    composite.send(Tick())
    recording.stop()
    let file = try RecordedFile(path)
    expectEqual(file.header.modules, composite.modules)
    expectEqual(file.header.state, .active)
    expectEqual(file.header.allowedWarnings, AllowedWarnings([.init(.outOfState)]))
    let launched = try #require(composite.journal.dispatches.first).atNanoseconds
    #expect(try #require(file.header.launchedNanoseconds) <= launched)
    expectEqual(file.header.missedEntries, UInt64(composite.journal.entries.count - 1))
    expectEqual(file.header.prologueCount, 1)
    guard case .owned(let owned) = try #require(file.entries.first) else { throw Refusal("no prologue") }
    #expect(owned.name == "refresh" && owned.owner == "Feed" && owned.detail == "each second" && owned.number == 1)
    #expect(owned.atNanoseconds == file.header.recordedNanoseconds && owned.dispatch == nil)
    expectEqual(file.entries.dropFirst().map(\.type), ["dispatch"])
  }

  @Test func theStateIsTheOneBeforeTheFirstEntry() throws {
    let composite = CompositeDelegate(journal: Journal(capacity: 6_000))
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    // Until the journal has forgotten the launch and begins with the change to another state.
    for _ in 0..<200 { composite.send(Tick()) }
    composite.send(WillResignActive())
    for _ in 0..<100 where composite.journal.dispatches.first?.event != WillResignActive.name { composite.send(Tick()) }
    expectEqual(composite.journal.dispatches.first?.state, .inactive)
    try composite.journal.record(to: path).stop()
    try expectEqual(RecordedFile(path).header.state, .active)
  }

  @Test func overdueOwnersComeFirst() async throws {
    // The test wakes the sleepers.
    let (wakes, waker) = AsyncStream.makeStream(of: Void.self)
    defer { waker.finish() }
    let composite = CompositeDelegate(sleep: { _ in for await _ in wakes { return } })
    try composite.register("Leak") { Probe("Leak") }
    let held = try #require(composite.module(Probe.self, named: "Leak"))
    let owner = try #require(composite.modules.first?.owner)
    try composite.remove("Leak")
    try composite.journal.record(to: path, from: .next).stop()
    let pending = try RecordedFile(path)
    guard case .owner(let expected) = try #require(pending.entries.first) else { throw Refusal("not expected") }
    #expect(expected.owner == owner && expected.change == .expected)
    expectEqual(pending.header.modules?.first?.isPresent, false)

    let collector = JournalCollector(composite.journal)
    waker.yield()
    _ = await collector.first { $0.overdue != nil }
    try composite.journal.record(to: path, from: .next, overwriting: true).stop()
    let file = try RecordedFile(path)
    guard case .overdue(let overdue) = try #require(file.entries.first) else { throw Refusal("not overdue") }
    #expect(overdue.owner == owner && overdue.name == "Leak" && overdue.id == composite.modules.first?.id)
    expectEqual(file.header.prologueCount, 1)
    // The prologue does not repeat what the entries report.
    try composite.journal.record(to: path, overwriting: true).stop()
    try expectEqual(RecordedFile(path).header.prologueCount, 0)
    withExtendedLifetime(held) {}
  }

  @Test func modulesAreAsTheyWereBeforeTheFirstEntry() throws {
    let composite = CompositeDelegate(journal: Journal(capacity: 6_000))
    try composite.register("Scene", role: .main) { Probe("Scene") { $0.on(Tick.self) { _, _ in } } }
    try composite.register("Feed") { Probe("Feed") }
    try composite.register("Push") { Probe("Push") }
    try composite.register("Spare", isOn: false) { Probe("Spare") }
    try composite.register("Gone") { Probe("Gone") }
    try composite.set("Push", isOn: false)
    let before = composite.modules
    for _ in 0..<100 { composite.send(Tick()) }
    let first = try #require(composite.journal.dispatches.first)
    try composite.remove("Feed")
    try composite.restore("Feed")
    try composite.set("Push", isOn: true)
    try composite.set("Spare", isOn: true)
    try composite.remove("Gone", forgetting: true)
    try composite.register("New") { Probe("New") }
    try composite.journal.record(to: path).stop()
    let file = try RecordedFile(path)
    #expect(file.dispatches.first ?? 0 >= first.id, "the journal has forgotten the registrations")
    let missed = try #require(file.header.missedEntries)
    #expect(missed > 5)
    // The creation time of Feed's removed instance is no longer known.
    let expected = before.map { status in
      var status = status
      if status.name == "Feed" || status.name == "Gone" {
        (status.createdNanoseconds, status.creationNanoseconds) = (nil, nil)
      }
      return status
    }
    expectEqual(file.header.modules, expected)
  }

  @Test func aRecordingEndsWithItsLastReference() throws {
    var recording: Recording? = try composite.journal.record(to: path, now: { 0 })
    composite.send(Tick())
    expectEqual(recording?.status.isRunning, true)
    recording = nil
    try expectEqual(RecordedFile(path).entries, composite.journal.entries)
    composite.send(Tick())
    try expectEqual(RecordedFile(path).dispatches.count, 1)
  }

  @Test func aRecordingIsWrittenInTheBackground() async throws {
    let recording = try composite.journal.record(to: path, from: .next)
    composite.send(Tick())
    while recording.status.entries < 2 { await Task.yield() }
    try expectEqual(RecordedFile(path).dispatches.count, 1)
    #expect(recording.status.isRunning)
    recording.stop()
    recording.stop()
  }

  @Test func droppedEntriesAreAGap() async throws {
    let journal = Journal(capacity: 4_000)
    // The disk stays blocked until the journal has overflowed.
    let gate = DiskGate()
    let recording = try journal.record(to: path, disk: gate.disk)
    gate.close()
    journal.note(output: "0", by: nil)
    await eventually { gate.isHolding.load(ordering: .sequentiallyConsistent) }
    for index in 1..<1_000 { journal.note(output: "\(index)", by: nil) }
    gate.open()
    let status = recording.stop()
    let file = try RecordedFile(path)
    let lines = file.entries.count { if case .output = $0 { true } else { false } }
    #expect(file.dropped > 0 && UInt64(lines) + file.dropped == 1_000)
    expectEqual(status.dropped, file.dropped)
    expectEqual(file.entries.last, journal.entries.last)
  }

  @Test func anExistingFileIsKept() throws {
    try composite.journal.record(to: path).stop()
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: RecordingStartError.self) { try composite.journal.record(to: path) }
    expectEqual(error?.cause, .exists)
    expectEqual(error?.description, "'\(path)' already exists. Choose another name, or allow overwriting.")
    try expectEqual(Data(contentsOf: URL(filePath: path)), before)
    composite.send(Tick())
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try composite.journal.record(to: path, overwriting: true).stop()
    try expectEqual(RecordedFile(path).dispatches.count, 1)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    expectEqual(mode.map { "\($0)" }, "\(0o600)", "only its owner reads it")
  }

  @Test func aFileBelongsToOneRecording() throws {
    let recording = try composite.journal.record(to: path)
    let error = #expect(throws: RecordingStartError.self) {
      try composite.journal.record(to: path, overwriting: true)
    }
    expectEqual(error?.description, "Another recording is writing to '\(path)'.")
    recording.stop()
    try expectEqual(RecordedFile(path).entries.count, 3)
  }

  @Test func anObstacleIsNamed() throws {
    try FileManager.default.createDirectory(atPath: folder.path(of: "records"), withIntermediateDirectories: true)
    func message(_ path: String, overwriting: Bool = false) throws -> String? {
      #expect(throws: RecordingStartError.self) {
        try composite.journal.record(to: path, overwriting: overwriting)
      }?.description
    }
    let missing = folder.path(of: "recods/a/b.rollcall")
    try expectEqual(
      message(missing),
      "There is no folder '\(folder.path(of: "recods"))' for '\(missing)'. Did you mean 'records'?")
    let taken = folder.path(of: "records")
    try expectEqual(
      message(taken, overwriting: true),
      "'\(taken)' is a folder. Name a file in it, such as '\(taken)/Shop.rollcall'.")
    try expectEqual(
      message("/dev/null", overwriting: true), "'/dev/null' is not a file that can hold a recording.")
    let long = folder.path(of: String(repeating: "x", count: 300))
    try expectEqual(message(long), "'\(long)' can't be written: the name is too long.")
    let address = try #require(URL(string: "https://example.org/a"))
    let error = #expect(throws: RecordingStartError.self) { try composite.journal.record(to: address) }
    expectEqual(error?.description, "'https://example.org/a' is not a file that can hold a recording.")
  }

  @Test func namesAreMadeSafe() {
    expectEqual(FilePath.safeName("Storefront"), "Storefront")
    expectEqual(FilePath.safeName("../My shop: \"beta\" 2\n"), "My-shop-beta-2")
    expectEqual(FilePath.safeName("店"), "店")
    expectEqual(FilePath.safeName("/.."), "recording")
    expectEqual(FilePath.safeName(String(repeating: "a", count: 100)).count, 40)
  }
}
