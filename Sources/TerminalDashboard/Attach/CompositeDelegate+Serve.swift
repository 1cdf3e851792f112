#if CommandLine
import Dispatch
import Foundation
package import Inspection
package import ModuleLifecycle
import Synchronization

extension CompositeDelegate {
  /// Lets inspectors attach to this composite until the process receives INT, TERM or HUP. Output printed by modules
  /// goes to standard error, with their names, and to the journal.
  ///
  /// - Parameters:
  ///   - role: The maximum role of an inspector.
  ///   - directory: The folder to listen in; `nil` for the default.
  ///   - listens: Called once inspectors can connect.
  /// - Returns: The inspector. Stop it when the modules are gone.
  /// - Throws: `InspectionError` if nothing can listen, `DashboardError` if there is no standard output.
  package func serve(
    allowing role: InspectionRole, directory: String?, listens: @MainActor (Inspector) throws -> Void
  ) throws -> Inspector {
    let inspector = try startInspector(allowing: role, directory: directory)
    let output = try StandardOutput(journal: journal, running: running)
    defer { output.giveBack() }
    hooks = DispatchHooks(dispatchBegins: {}, handlerReturned: { output.settle() })
    defer { hooks = nil }
    let wish = EndWish()
    do {
      try listens(inspector)
    } catch {
      inspector.stop()
      throw error
    }
    while !wish.isMade { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    return inspector
  }
}

/// Records the first signal that would end the process as a request to end in order. A second signal ends the process
/// as usual.
private final class EndWish {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let flag: Flag
  private let sources: [any DispatchSourceSignal]

  var isMade: Bool { flag.isSet.load(ordering: .acquiring) }

  init() {
    let (flag, queue) = (Flag(), DispatchQueue(label: "rollcall.serve.signals"))
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    self.flag = flag
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        flag.isSet.store(true, ordering: .releasing)
        for number in numbers { signal(number, SIG_DFL) }
        // Makes the run loop return, so that it checks whether to continue.
        DispatchQueue.main.async {}
      }
      source.activate()
      return source
    }
  }
}
#endif
