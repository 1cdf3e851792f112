import ModuleLifecycleTesting
import Recordings
import Testing

@testable import ModuleLifecycle

/// Warnings of objects that outlive their owner, or come after it.
@MainActor @Suite(.timeLimit(.minutes(10))) struct CleanupWarningTests {
  /// Somebody with a bag that was made while the module was.
  private final class Helper {
    let owned = OwnedObjects()
    init() {
      owned.own(.session, "api") {}
      owned.own(.timer) {}
    }
  }

  private final class Feed: Module {
    let helper = Helper()
    let owned = OwnedObjects()
    init() { owned.own(.observer, "logOut") {} }
  }

  private final class Box { var held: AnyObject? }

  @Test func whatAHelperKeepsOpenIsWarnedOf() async throws {
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
      warnings += reader.read().compactMap(\.warning)
    }
    #expect(warnings.map(\.kind) == [.notCleaned])
    #expect(warnings.map(\.sentence) == ["Feed is freed, and session api, timer of its own are not cleaned."])
    #expect(warnings.map(\.module) == ["Feed"])
    box.held = nil
  }

  @Test func whatComesWhenItsOwnerHasGoneIsWarnedOf() throws {
    let composite = CompositeDelegate()
    var registrar: OwnedObjectRegistrar?
    try composite.register("Feed") {
      let feed = Feed()
      registrar = feed.owned.registrar
      return feed
    }
    try composite.remove("Feed")
    registrar?.own(.request, "page 2") {}
    registrar?.own(.timer) {}
    let warnings = composite.journal.reader().read().compactMap(\.warning)
    #expect(warnings.map(\.kind) == [.registeredLate, .registeredLate])
    #expect(
      warnings.map(\.sentence) == [
        "Feed acquired request page 2 when it had gone. It was cleaned at once.",
        "Feed acquired timer when it had gone. It was cleaned at once.",
      ])
    #expect(warnings.map(\.module) == ["Feed", "Feed"])
  }
}
