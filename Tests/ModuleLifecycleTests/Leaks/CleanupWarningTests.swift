import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Warnings about objects that outlive their owner or are acquired after its death.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CleanupWarningTests {
  /// An object with a bag, created while the module is created.
  private final class Helper {
    let owned = OwnedObjects()
    init() {
      owned.own("api", as: .session) {}
      owned.own(as: .timer) {}
    }
  }

  private final class Feed: Module {
    let helper = Helper()
    let owned = OwnedObjects()
    init() { owned.own("logOut", as: .observer) {} }
  }

  private final class Box { var held: AnyObject? }

  @Test func objectsThatAHelperKeepsOpenCauseAWarning() async throws {
    let (grace, end) = AsyncStream<Void>.makeStream()
    let composite = CompositeDelegate(sleep: { _ in
      for await _ in grace { return }
      throw CancellationError()
    })
    let box = Box()
    try composite.register("Feed") {
      let feed = Feed()
      box.held = feed.helper
      return feed
    }
    let reader = composite.journal.reader()
    try composite.remove("Feed")
    end.yield()
    end.finish()
    var warnings: [WarningEntry] = []
    while warnings.isEmpty {
      await Task.yield()
      warnings += reader.readAny().compactMap(\.warning)
    }
    expectEqual(warnings.map(\.kind), [.notCleaned])
    expectEqual(warnings.map(\.sentence), ["Feed was freed, but session api, timer were not cleaned."])
    expectEqual(warnings.map(\.module), ["Feed"])
    box.held = nil
  }

  @Test func objectsAcquiredAfterTheirOwnersDeathCauseAWarning() throws {
    let composite = CompositeDelegate()
    var registrar: OwnedObjectRegistrar?
    try composite.register("Feed") {
      let feed = Feed()
      registrar = feed.owned.registrar
      return feed
    }
    try composite.remove("Feed")
    registrar?.own("page 2", as: .request) {}
    registrar?.own(as: .timer) {}
    let warnings = composite.journal.reader().readAny().compactMap(\.warning)
    expectEqual(warnings.map(\.kind), [.registeredLate, .registeredLate])
    expectEqual(
      warnings.map(\.sentence),
      [
        "Feed was gone when it acquired request page 2. The object was cleaned at once.",
        "Feed was gone when it acquired timer. The object was cleaned at once.",
      ])
    expectEqual(warnings.map(\.module), ["Feed", "Feed"])
  }
}
