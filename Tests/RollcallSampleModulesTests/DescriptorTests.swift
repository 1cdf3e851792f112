import Foundation
import ModuleLifecycle
import RollcallMaps
import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

/// Modules close the descriptors they open, as counted by the system, not by the journal.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DescriptorTests {
  @Test(arguments: [
    "Appearance", "Dialogs", "Heartbeat", "Location", "Network", "Push", "Requests", "Session", "Shortcuts", "Store",
    "ThirdParties",
  ])
  func removingAndBringingBackLeavesNoDescriptorOpen(type: String) async throws {
    await #expect(processExitsWith: .success) { [type] in
      try await Self.removeAndBringBack(type)
      // Threads of the frameworks still release sessions. The address sanitizer's leak check, which an ordinary exit
      // runs, mistakes memory that another thread is just releasing for a leak.
      _exit(EXIT_SUCCESS)
    }
  }

  /// Returns when the descriptors opened meanwhile are closed.
  private static func removeAndBringBack(_ type: String) async throws {
    let composite = try launched(type)
    var early = 0
    for round in 0..<200 {
      try composite.remove("Tried")
      try composite.restore("Tried")
      // By then the frameworks have opened what they open once, such as the shared session.
      if round == 9 { early = openDescriptors }
    }
    // Some are closed on other threads. A leak of one descriptor per round would be far above this limit.
    await eventually { openDescriptors <= early + 20 }
    composite.tearDown()
  }

  @Test func runningOutOfDescriptorsHasAReadableError() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let registry = ModuleRegistry.samples(center: NotificationCenter())
        let modules = "main: Scene\nmodules: [Scene, Requests: { off: yes }, Store: { off: yes }]"
        let composite = try registry.makeComposite(from: ModuleMap.parse(modules, registry: registry))
        // From now on no descriptor is available.
        let free = (0..<4_096).first { fcntl($0, F_GETFD) == -1 } ?? 0
        let most = Self.limitDescriptors(to: rlim_t(free))
        // The process needs descriptors again for its exit, such as for the leak check.
        defer { _ = Self.limitDescriptors(to: most) }
        let words = "this process has too many files open; its limit is \(free) ('ulimit -n' changes it)."
        @MainActor func problem(with name: String) -> String {
          do {
            try composite.set(name, isOn: true)
            return "none"
          } catch {
            return "\(error)"
          }
        }
        expectEqual(problem(with: "Requests"), "the sample server did not start listening: \(words)")
        let folder = FileManager.default.temporaryDirectory.path
        expectEqual(problem(with: "Store"), "the file 'ledger.jsonl' can't be made in '\(folder)': \(words)")
      }
    }
  }

  /// Sets this process's limit of descriptors and returns the previous one.
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

  /// The number of open descriptors of this process.
  private static var openDescriptors: Int { (0..<4_096).count { fcntl($0, F_GETFD) != -1 } }

  /// Returns a launched composite with a sample of this type.
  private static func launched(_ type: String) throws -> CompositeDelegate {
    let registry = ModuleRegistry.samples(center: NotificationCenter())
    let text = "main: Scene\nmodules:\n  - Scene\n  - Tried: { type: \(type) }\n"
    let composite = try registry.makeComposite(from: ModuleMap.parse(text, registry: registry))
    composite.send(DidFinishLaunching())
    return composite
  }
}
