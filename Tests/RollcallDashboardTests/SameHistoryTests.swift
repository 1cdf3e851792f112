import Foundation
import ModuleLifecycleTesting
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// One history, read in six ways: live from the start, through a socket, replayed, followed while it is written, by a
/// reader that misses entries, and by a late reader.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SameHistoryTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() throws {
    composite = CompositeDelegate(
      name: "Storefront", journal: Journal(capacity: 64 << 10, clock: clock.monotonic),
      sleep: { _ in throw CancellationError() })
  }

  private func agent() -> InspectionAgent { InspectionAgent(composite, secondsFromUTC: 0) {} }

  /// Reads until a condition holds. Yields to the main actor, which must report the application's state.
  private func read(_ dashboard: DashboardRuntime, until condition: () -> Bool) async {
    repeat {
      await Task.yield()
      dashboard.readNews()
    } while !condition()
  }

  /// Makes a random change to the application.
  private func step(_ random: inout SplitMix) {
    let modules = composite.modules
    let module = modules[Int(random.next() % UInt64(modules.count))]
    clock.advance(by: .microseconds(Int(random.next() % 5_000)))
    switch random.next() % 12 {
    case 0...1: try? composite.remove(module.id)
    case 2...3: try? composite.restore(module.id)
    case 4: try? composite.set(module.id, isOn: false)
    case 5: try? composite.set(module.id, isOn: true)
    case 6: try? composite.move(module.id, to: Int(random.next() % 12) + 1)
    case 7: composite.send(DidFinishLaunching())
    case 8...9: for _ in 0..<100 { composite.send(DidReceiveMemoryWarning()) }
    case 10: composite.send(DidEnterBackground())
    default: composite.send(DidBecomeActive())
    }
  }

  /// The state that even a reader that missed entries must know.
  private struct Standing: Equatable {
    let modules: [String]
    let owned: [OwnerID: Set<Int>]
    let overdue: Set<OwnerID>
    let state: ApplicationState
    let launchedAt: UInt64?

    init(_ model: ApplicationModel) {
      modules = model.modules.rows.map { "\($0.id) \($0.order) \($0.name) \($0.isOn) \($0.isPresent)" }
      owned = model.ownership.owners.filter { !$0.value.live.isEmpty }.reduce(into: [:]) { owned, owner in
        owned[owner.key] = Set(owner.value.live.keys)
      }
      overdue = Set(model.ownership.overdueOwners)
      state = model.state
      launchedAt = model.launchedAt
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func allReadersAgree(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let (connection, inspector) = try await composite.connected(clock.monotonic)
    defer { inspector.stop() }
    let far = DashboardRuntime(for: connection)
    let (front, farFront) = (TestFront(), TestFront())
    let (early, missing) = (DashboardRuntime(for: agent()), DashboardRuntime(for: agent()))
    (early.front, far.front) = (front, farFront)
    try Storefront.build(composite, clock)
    for _ in 0..<150 {
      step(&random)
      early.readNews()
      await read(far) { farFront.entries.count == front.entries.count }
      if random.next() % 60 == 0 { missing.readNews() }
    }
    let model = early.state.application
    expectEqual(model.droppedEntries, 0)
    func expectSame(_ other: ApplicationModel, _ way: Comment) {
      var other = other
      other.source = model.source
      expectEqual(other, model, way)
    }
    // Live, through a socket.
    expectSame(far.state.application, "through a socket")
    expectEqual(far.screen().dropFirst(), early.screen().dropFirst())
    // Recorded, and played to the end.
    let store = MemoryEntryStore(front.entries)
    expectSame(store.model(at: store.count, model.source), "replayed")
    // Followed, while lines arrive in pieces.
    let written = try testPipe()
    let writer = FileHandle(fileDescriptor: written.writing, closeOnDealloc: true)
    var text = JournalLine.encode(JournalHeader(application: "Storefront", startedNanoseconds: 0)) + "\n"
    for entry in front.entries { text += JournalLine.encode(entry) + "\n" }
    let bytes = Array(text.utf8)
    let feeder = Thread {
      for start in stride(from: 0, to: bytes.count, by: 4_099) {
        try? writer.write(contentsOf: bytes[start..<min(bytes.count, start + 4_099)])
      }
      try? writer.close()
    }
    feeder.start()
    let follower = try RecordingFollower(path: "/dev/fd/\(written.reading)")
    let recording = FollowedRecording(follower.header) {}
    recording.begin(follower)
    let followed = DashboardRuntime(for: recording)
    await read(followed) { followed.screen()[1].contains("no longer connected") }
    close(written.reading)
    expectSame(followed.state.application, "followed")
    // With missing entries.
    let standing = Standing(model)
    await read(missing) { Standing(missing.state.application) == standing }
    // Opened after the journal has forgotten its first entries.
    let late = DashboardRuntime(for: agent())
    await read(late) { Standing(late.state.application) == standing }
    #expect(missing.state.application.droppedEntries > 0)
  }
}
