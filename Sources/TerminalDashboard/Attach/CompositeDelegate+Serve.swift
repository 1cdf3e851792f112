#if CommandLine
import CursesTerminal
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

/// Turns the first signal that would end the process into a request to end in order. A second signal ends the process
/// as usual.
private struct EndWish {
  private let waker: any DispatchSourceRead

  var isMade: Bool { isEndWished.load(ordering: .acquiring) }

  init() {
    // Also so that the signal handler is not the first to use them.
    isEndWished.store(false, ordering: .relaxed)
    ErrorOutput.hurry(false)
    // Its event makes the run loop return, so that it checks whether to continue.
    waker = DispatchSource.makeReadSource(fileDescriptor: endWaker.reading, queue: .main)
    waker.setEventHandler { @Sendable in endWaker.rearm() }
    waker.activate()
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, wishToEnd) }
  }
}

private let isEndWished = Atomic(false)
private let endWaker = TerminalWaker()

private func wishToEnd(by number: Int32) {
  isEndWished.store(true, ordering: .releasing)
  ErrorOutput.hurry(true)
  signal(SIGINT, SIG_DFL)
  signal(SIGTERM, SIG_DFL)
  signal(SIGHUP, SIG_DFL)
  endWaker.wake()
}
#endif
