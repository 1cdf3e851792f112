#if CommandLine
import Dispatch
import Foundation
package import Inspection
package import ModuleLifecycle
import Synchronization

extension CompositeDelegate {
  /// Lets inspectors look at this composite until the process is told to end by INT, TERM or HUP. What modules print goes
  /// to standard error, with their names, and to the journal.
  ///
  /// - Parameters:
  ///   - role: The most that an inspector may do.
  ///   - listens: Called once inspectors can come.
  /// - Returns: The inspector, to be stopped when the modules are gone.
  /// - Throws: `InspectionError` when nothing can listen, `DashboardError` when there is no standard output.
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

/// The first signal that would end the process is a wish to end it in order. A second one ends it as ever.
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
        // Gets the run loop to return, so that it is asked whether to go on.
        DispatchQueue.main.async {}
      }
      source.activate()
      return source
    }
  }
}
#endif
