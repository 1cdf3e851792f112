import RollcallDelegateReferences
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct ApplicationHostTests {
  private let journal = Journal()
  private let log = Log()

  private func host() -> ApplicationHost { ApplicationHost(name: "Shop", journal: journal) }

  /// The cleanup log: acquired and released objects, in order.
  private var rows: [String] {
    journal.entries.compactMap { entry in
      switch entry {
      case .owned(let row): "\(row.owner) \(row.kind) \(row.name)"
      case .released(let row): "\(row.owner) \(row.kind) \(row.name): \(row.reason)"
      default: nil
      }
    }
  }

  @Test func theVeryFirstDelegateIsRetainedByTheHost() {
    let host = host()
    #expect(!host.hasDelegate)
    unsafe host.delegate = Ear("first", log: log)
    #expect(log.lines.isEmpty)
    #expect(host.hasDelegate)
    #expect(unsafe host.delegate === host.retainedDelegate)
    #expect((host.retainedDelegate as? Ear)?.name == "first")
    expectEqual(rows, ["Shop delegate Ear"])
  }

  @Test func theFirstDelegateIsReleasedWhenAnotherIsAssigned() {
    let host = host()
    unsafe host.delegate = Ear("first", log: log)
    let second = Ear("second", log: log)
    unsafe host.delegate = second
    expectEqual(log.lines, ["first died"])
    #expect(host.retainedDelegate == nil)
    #expect(unsafe host.delegate === second)
    expectEqual(rows, ["Shop delegate Ear", "Shop delegate Ear: replaced"])
  }

  @Test func theSlotHasTheNewDelegateWhenTheFirstDies() {
    let host = host()
    let second = Ear("second")
    let (log, seen) = (log, UnsafeSlot(host))
    unsafe host.delegate = Ear("first", log: log) { seen.identity == ObjectIdentifier(second) ? "second is in" : "no" }
    unsafe host.delegate = second
    expectEqual(log.lines, ["second is in", "first died"])
  }

  @Test func aLaterDelegateLivesOnlyWhileItIsHeldElsewhere() {
    let host = host()
    unsafe host.delegate = Ear("first", log: log)
    unsafe host.delegate = Ear("second", log: log)
    expectEqual(log.lines, ["first died", "second died"])
    #expect(host.hasDelegate, "the slot dangles")
    let third = Ear("third", log: log)
    unsafe host.delegate = third
    #expect(unsafe host.delegate === third)
    unsafe host.delegate = nil
    #expect(!host.hasDelegate)
    expectEqual(rows, ["Shop delegate Ear", "Shop delegate Ear: replaced"], "the host owns only the first")
  }

  @Test func assigningTheSameDelegateAgainChangesNothing() {
    let host = host()
    let first = Ear("first", log: log)
    unsafe host.delegate = first
    unsafe host.delegate = first
    #expect(host.retainedDelegate === first)
    expectEqual(rows, ["Shop delegate Ear"])
  }

  @Test func settingTheSlotToNilCancelsTheFirstDelegate() {
    let host = host()
    unsafe host.delegate = Ear("first", log: log)
    unsafe host.delegate = nil
    expectEqual(log.lines, ["first died"])
    expectEqual(rows, ["Shop delegate Ear", "Shop delegate Ear: cancelled"])
  }

  @Test func theHostsDeathReleasesTheFirstDelegate() {
    do {
      let host = host()
      unsafe host.delegate = Ear("first", log: log)
      withExtendedLifetime(host) {}
    }
    expectEqual(log.lines, ["first died"])
    expectEqual(rows, ["Shop delegate Ear", "Shop delegate Ear: ownerReleased"])
  }

  @Test func aCompositeIsADelegateLikeAnyOther() throws {
    let host = host()
    do {
      let composite = CompositeDelegate(name: "Shop", journal: journal)
      try composite.register("Scene", role: .main) { Probe("Scene") }
      unsafe host.delegate = composite
    }
    let composite = try #require(host.retainedDelegate as? CompositeDelegate)
    expectEqual(composite.modules.map(\.name), ["Scene"])
    expectEqual(rows, ["Shop delegate CompositeDelegate"])
  }

  @Test func theFirstDelegateCanReadTheSlotWhileItDies() {
    let host = host()
    unsafe host.delegate = Ear("first", log: log) { [unowned host] in
      MainActor.assumeIsolated { "retained: \(host.retainedDelegate != nil)" }
    }
    unsafe host.delegate = nil
    expectEqual(log.lines, ["retained: false", "first died"])
  }

  @Test func aSubclassIsAHostToo() {
    final class Kiosk: ApplicationHost {}
    let kiosk = Kiosk(name: "Kiosk", journal: journal)
    unsafe kiosk.delegate = Ear("first")
    expectEqual(rows, ["Kiosk delegate Ear"])
  }
}

/// Reads a host's slot from a `deinit`, while the slot's delegate is alive.
@MainActor private final class UnsafeSlot {
  private let host: ApplicationHost

  init(_ host: ApplicationHost) { self.host = host }

  nonisolated var identity: ObjectIdentifier? {
    MainActor.assumeIsolated { unsafe host.delegate.map { ObjectIdentifier($0) } }
  }
}
