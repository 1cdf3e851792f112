#if CommandLine
import Dashboard
import Dispatch
import Inspection

extension Attach {
  /// Returns how the application stands now, as a line of JSON; see `ApplicationSnapshot`.
  ///
  /// Waits until the application has reported everything up to now: at most 5 s, and 1 s if its main actor did not
  /// answer at the start. Otherwise the line says that the application hangs, and what the journal says.
  ///
  /// - Throws: `InspectionError` if the application can't be inspected, or ends meanwhile.
  package func snapshot() throws -> String {
    let news = DispatchSemaphore(value: 0)
    let connection = try LineConnection(
      attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: .view), wake: { news.signal() })
    defer { connection.close() }
    let hello = connection.hello
    var model = ApplicationModel(hello)
    let deadline = DispatchTime.now() + .seconds(hello.isPending ? 1 : 5)
    // What comes before a prologue that was asked for is everything up to now. If the journal has forgotten entries,
    // there is an older prologue. If the main actor did not answer, the first one is the latest.
    var missing = hello.isPending || hello.nextEntry == 0 ? 1 : 2
    if !hello.isPending, missing == 1 { connection.askForPrologue() }
    repeat {
      for message in connection.receive(limit: .max) {
        model.apply(message)
        if case .bye = message { throw InspectionError("The application ended before it had reported its state.") }
        guard case .prologue = message else { continue }
        missing -= 1
        if missing == 1 { connection.askForPrologue() }
      }
    } while missing > 0 && news.wait(timeout: deadline) == .success
    return model.snapshot(now: connection.now, hangs: missing > 0)
  }
}
#endif
