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
      try await Self.removeAndBringBack(type)
    }
  }

  /// Ends when the descriptors that were opened meanwhile are closed.
  private static func removeAndBringBack(_ type: String) async throws {
    let composite = try launched(type)
    var early = 0
    for round in 0..<200 {
      try composite.remove("Tried")
      try composite.bringBack("Tried")
      // What the frameworks open once, such as the session that all share, they have by then.
      if round == 9 { early = openDescriptors }
    }
    // Some are closed on other threads. A descriptor a round would be far too many.
    await eventually { openDescriptors <= early + 20 }
    composite.tearDown()
  }

  @Test func runningOutOfDescriptorsIsSaidInWords() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let registry = ModuleRegistry.samples(center: NotificationCenter())
        let modules = "main: Scene\nmodules: [Scene, Requests: { off: yes }, Store: { off: yes }]"
        let composite = try registry.makeComposite(from: ModuleMap.parse(modules, registry: registry))
        // From now on no descriptor is to be had.
        let free = (0..<4_096).first { fcntl($0, F_GETFD) == -1 } ?? 0
        let most = Self.limitDescriptors(to: rlim_t(free))
        // What the end of the process needs, such as the look for leaks, it may have.
        defer { _ = Self.limitDescriptors(to: most) }
        let words = "this process has too many files open, of \(free) that it may have; 'ulimit -n' sets that."
        @MainActor func problem(with name: String) -> String {
          do {
            try composite.switchOn(name)
            return "none"
          } catch {
            return "\(error)"
          }
        }
        #expect(problem(with: "Requests") == "the sample server did not start listening: \(words)")
        let folder = FileManager.default.temporaryDirectory.path
        #expect(problem(with: "Store") == "the file 'ledger.jsonl' can't be made in '\(folder)': \(words)")
      }
    }
  }

  /// Sets how many descriptors this process may have, and gives how many it might have before.
  private static func limitDescriptors(to count: rlim_t) -> rlim_t {
    #if os(Linux)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    unsafe getrlimit(kind, &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = count
    unsafe setrlimit(kind, &limit)
    return before
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
