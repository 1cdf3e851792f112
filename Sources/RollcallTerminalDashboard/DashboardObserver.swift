#if CommandLine
import RollcallCursesTerminal
import ModuleLifecycle

/// Tells a dashboard in the same process when an event is delivered and when a handler has returned.
@MainActor final class DashboardObserver: Observer {
  private let begins: @MainActor () -> Void
  private let settlesOutput: @MainActor () -> Void
  private let crashNote: CrashNote?
  /// What to say if the running handler crashes.
  private var note: String?

  /// - Parameters:
  ///   - begins: Called when an event is about to be delivered.
  ///   - settlesOutput: Called when a handler has returned and still counts as running, so that what it printed is
  ///     attributed to it.
  ///   - crashNote: Where to note the running handler for the last line after a crash.
  init(
    begins: @escaping @MainActor () -> Void = {}, settlesOutput: @escaping @MainActor () -> Void,
    crashNote: CrashNote? = nil
  ) {
    (self.begins, self.settlesOutput, self.crashNote) = (begins, settlesOutput, crashNote)
  }

  nonisolated var interests: ObserverInterests { [.dispatches, .calls] }

  func around(_ dispatch: ObservedDispatch, _ body: () -> Void) {
    begins()
    body()
  }

  func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) {
    let outer = note
    note = "\(call.module) crashed in \(call.event)"
    crashNote?.set(note)
    _ = body()
    settlesOutput()
    note = outer
    crashNote?.set(note)
  }
}
#endif
