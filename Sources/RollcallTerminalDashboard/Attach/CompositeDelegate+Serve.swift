#if CommandLine
import Dispatch
import Foundation
import RollcallCursesTerminal
package import RollcallInspection
package import ModuleLifecycle

extension CompositeDelegate {
  /// Lets inspectors attach to this composite until the process receives INT, TERM or HUP. Output printed by modules
  /// goes to standard error, with their names, and to the journal.
  ///
  /// - Parameters:
  ///   - role: The maximum role of an inspector.
  ///   - directory: The folder to listen in; `nil` for the default.
  ///   - asked: Called on another thread at each of these signals, also after the method has returned.
  ///   - listens: Called once inspectors can connect.
  /// - Returns: The inspector. Stop it when the modules are gone. Until you restore the signals, they
  ///   are only reported.
  /// - Throws: `InspectionError` if nothing can listen, `DashboardError` if there is no standard output.
  package func serve(
    allowing role: InspectionRole, directory: String?, asked: @escaping @Sendable () -> Void,
    listens: @MainActor (Inspector) throws -> Void
  ) throws -> (inspector: Inspector, stop: StopRequest) {
    guard StopRequest.waker.isUsable else { throw DashboardError(description: "No pipe could be opened.") }
    let inspector = try startInspector(allowing: role, directory: directory)
    let output = try StandardOutput(journal: journal, running: running)
    defer { output.giveBack() }
    let observer = DashboardObserver(settlesOutput: { output.settle() })
    observers.add(observer)
    defer { observers.remove(observer) }
    let stop = StopRequest([SIGINT, SIGTERM, SIGHUP]) {
      asked()
      // Makes the run loop return, so that it checks whether to continue.
      DispatchQueue.main.async {}
    }
    do {
      try listens(inspector)
    } catch {
      inspector.stop()
      throw error
    }
    while !stop.isMade { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    return (inspector, stop)
  }
}
#endif
