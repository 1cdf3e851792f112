#if CommandLine
import RollcallDashboard
import Dispatch
import RollcallInspection

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
    var model = ApplicationModel(connection.hello)
    let isWhole = connection.waitForBeginning(news)
    for message in connection.receive(limit: .max) {
      model.apply(message)
      if message == .bye, !isWhole {
        throw InspectionError("The application ended before it had reported its state.")
      }
    }
    return model.snapshot(now: connection.now, hangs: !isWhole)
  }
}
#endif
