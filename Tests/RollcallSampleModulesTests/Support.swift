import Foundation
import ModuleLifecycle
import RollcallMaps
import RollcallSampleModules

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Creates a composite of the sample modules that the text declares.
@MainActor func samples(_ modules: String..., main: String = "Scene") throws -> CompositeDelegate {
  let text = "main: \(main)\nmodules:\n" + modules.map { "  - \($0)\n" }.joined()
  let registry = ModuleRegistry.samples(center: NotificationCenter())
  return try registry.makeComposite(from: ModuleMap.parse(text, registry: registry))
}

/// Reads the map at the top of the repository.
func defaultMap() throws -> ModuleMap {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let path = root.appending(path: "Modules.map").path(percentEncoded: false)
  return try ModuleMap.load(contentsOf: path, registry: .samples)
}

extension CompositeDelegate {
  /// All entries in the journal, from the start.
  var entries: [AnyEntry] { journal.reader().readAny() }

  /// Returns the kind, name and reason of each object that the module released, in the order in which the cleanups
  /// began. Port numbers are omitted.
  func releases(of module: String) -> [String] {
    let releasing = Set(entries.compactMap { if case .releasing(let entry) = $0 { entry.id } else { nil } })
    return entries.compactMap { entry in
      switch entry {
      case .releasing(let entry) where entry.owner == module: Self.line(entry.kind, entry.name, entry.reason)
      case .released(let entry) where entry.owner == module && !releasing.contains(entry.id):
        Self.line(entry.kind, entry.name, entry.reason)
      default: nil
      }
    }
  }

  private static func line(_ kind: String, _ name: String, _ reason: ReleaseReason) -> String {
    "\(kind)\(kind == "server" ? "" : " \(name)") \(reason)"
  }

  /// The ids of all owned objects that are not released.
  var openObjects: Set<UInt64> {
    entries.reduce(into: []) { open, entry in
      switch entry {
      case .owned(let entry): open.insert(entry.id)
      case .released(let entry): open.remove(entry.id)
      default: break
      }
    }
  }
}

/// Waits until the condition holds. Otherwise the test's time limit ends the wait.
@MainActor func eventually(_ condition: @MainActor () async throws -> Bool) async rethrows {
  while try await !condition(), !Task.isCancelled { await Task.yield() }
}

/// The tasks that a session has at one moment, held weakly: the session releases a task that has ended.
///
/// Ask a session for its tasks only while none of them can end. On Linux, Foundation reads the table of tasks on the
/// delegate's queue and removes from it on another queue: a task that ends at that moment crashes the program.
struct SessionTasks: Sendable {
  private final class Probe: Sendable {
    private nonisolated(unsafe) weak var task: URLSessionTask?
    init(_ task: URLSessionTask) { unsafe self.task = task }
    var isAlive: Bool { unsafe task != nil }
  }

  private let probes: [Probe]

  init(of session: URLSession) async {
    probes = await withCheckedContinuation { done in
      session.getAllTasks { done.resume(returning: $0.map { Probe($0) }) }
    }
  }

  /// How many of these tasks the session still has.
  var count: Int { probes.count { $0.isAlive } }
}
