import ModuleLifecycle
import RollcallDelegateReferences
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Creates a running application from a map. The application keeps the composite as its first delegate.
@MainActor @Suite(.inTurn, .serialized) struct ApplicationTests {
  private final class Kiosk: ApplicationHost {}

  private struct Broken: Error, CustomStringConvertible { let description = "no coins" }

  private static let modules = "main: Scene\nmodules: [Scene]"

  private func rows(_ journal: Journal) -> [String] {
    journal.reader().readAny().compactMap { entry in
      switch entry {
      case .owned(let row): "\(row.owner) owns \(row.kind) \(row.name)"
      case .released(let row): "\(row.owner) \(row.kind) \(row.name): \(row.reason)"
      default: nil
      }
    }
  }

  @Test func onlyTheApplicationKeepsTheComposite() throws {
    let registry = registry()
    let map = try ModuleMap.parse("application: { name: Shop }\n\(Self.modules)", registry: registry)
    let journal = Journal()
    weak var composite: CompositeDelegate?
    do {
      let application = try registry.makeApplication(from: map, journal: journal)
      composite = application.composite
      expectEqual(application.name, "Shop")
      #expect(type(of: application) == ApplicationHost.self)
      expectEqual(composite?.modules.map(\.name), ["Scene"])
      expectEqual(rows(journal), ["Shop owns delegate CompositeDelegate"])
      withExtendedLifetime(application) {}
    }
    #expect(composite == nil)
    expectEqual(
      rows(journal),
      [
        "Shop owns delegate CompositeDelegate", "Shop delegate CompositeDelegate: ownerReleased",
      ])
  }

  @Test func theMapChoosesTheApplicationsType() throws {
    var registry = registry()
    registry.registerApplication("KioskHost") { Kiosk(name: $0, journal: $1) }
    expectEqual(registry.applicationTypes, ["ApplicationHost", "KioskHost"])
    let map = try ModuleMap.parse("application: { type: KioskHost, name: Hall }\n\(Self.modules)", registry: registry)
    let application = try registry.makeApplication(from: map)
    #expect(application is Kiosk)
    expectEqual(application.name, "Hall")
    expectEqual(application.composite?.name, "Hall")
  }

  @Test func theDefaultTypeCanBeReplaced() throws {
    var registry = registry()
    registry.registerApplication("ApplicationHost") { Kiosk(name: $0, journal: $1) }
    expectEqual(registry.applicationTypes, ["ApplicationHost"])
    let map = try ModuleMap.parse(Self.modules, registry: registry)
    #expect(try registry.makeApplication(from: map) is Kiosk)
  }

  @Test func anUnknownTypeOffersTheNearestOne() {
    var registry = registry()
    registry.registerApplication("KioskHost") { Kiosk(name: $0, journal: $1) }
    #expect {
      try ModuleMap.parse("application: { type: KioskHots }\n\(Self.modules)", registry: registry)
    } throws: { error in
      "\(error)" == """
        Modules.map:1:22: there is no application type 'KioskHots'.
            1 | application: { type: KioskHots }
              |                      ^
        Did you mean 'KioskHost'?
        """
    }
  }

  @Test func anApplicationThatCannotBeCreatedLeavesNothing() throws {
    var registry = registry()
    registry.registerApplication("KioskHost") { _, _ in throw Broken() }
    let map = try ModuleMap.parse("application: { type: KioskHost, name: Hall }\n\(Self.modules)", registry: registry)
    let journal = Journal()
    #expect {
      try registry.makeApplication(from: map, journal: journal)
    } throws: { error in
      "\(error)" == "Modules.map: the application 'Hall' could not be created: no coins."
    }
    #expect(
      journal.reader().readAny().contains { if case .module(let entry) = $0 { entry.change == .freed } else { false } })
    expectEqual(rows(journal), [])
  }

  @Test func aRegistryWithoutTheTypeThrows() throws {
    var registry = registry()
    registry.registerApplication("KioskHost") { Kiosk(name: $0, journal: $1) }
    let map = try ModuleMap.parse("application: { type: KioskHost }\n\(Self.modules)", registry: registry)
    #expect {
      try RollcallMapsTests.registry().makeApplication(from: map)
    } throws: { error in
      "\(error)"
        == "Modules.map: the application 'Application' could not be created: this registry has no application type "
        + "'KioskHost'."
    }
  }
}
