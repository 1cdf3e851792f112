import Foundation
import ModuleLifecycle
import ModuleRegistration
import Testing

@testable import SampleModules

/// What modules open they close: counted by the system, not by the journal.
@MainActor @Suite(.serialized, .timeLimit(.minutes(10))) struct DescriptorTests {
  @Test(arguments: [
    "Appearance", "Dialogs", "Heartbeat", "Location", "Network", "Push", "Requests", "Session", "Shortcuts", "Store",
    "ThirdParties",
  ])
  func removingAndBringingBackLeavesNoDescriptorOpen(type: String) async throws {
    await #expect(processExitsWith: .success) { [type] in
      try await MainActor.run {
        let composite = try Self.launched(type)
        var early = 0
        for round in 0..<200 {
          try composite.remove("Tried")
          try composite.bringBack("Tried")
          // What the frameworks open once, such as the session that all share, they have by then.
          if round == 9 { early = Self.openDescriptors }
        }
        // Some are closed on other threads. A descriptor a round would be far too many.
        while Self.openDescriptors > early + 20 { usleep(1_000) }
        composite.tearDown()
      }
    }
  }

  /// How many descriptors this process has open.
  private static var openDescriptors: Int { (0..<4_096).count { fcntl($0, F_GETFD) != -1 } }

  /// A sample of that type in a composite that has been launched.
  private static func launched(_ type: String) throws -> CompositeDelegate {
    let registry = ModuleRegistry.samples(center: NotificationCenter())
    let text = "main: Scene\nmodules:\n  - Scene\n  - Tried: { type: \(type) }\n"
    let composite = try registry.makeComposite(from: ModuleMap.parse(text, registry: registry))
    composite.send(DidFinishLaunching())
    return composite
  }
}
