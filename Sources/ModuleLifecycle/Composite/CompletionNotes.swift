/// Records the mistakes of handlers that answer later.
@MainActor struct CompletionNotes {
  var dispatch: UInt64
  let event: String
  let labels: DispatchLabels
  let journal: Journal

  /// Records an answer that came too late or a second time.
  func note(_ kind: CompletionEntry.Kind, _ value: JSONValue, of step: Int, at time: UInt64, took: UInt64) {
    guard journal.isEnabled else { return }
    let label = labels.modules[step]
    journal.append(
      .completion(
        CompletionEntry(
          kind: kind, dispatch: dispatch, event: event, module: label.name, moduleID: label.id, value: value,
          atNanoseconds: time - journal.origin, tookNanoseconds: took)))
    if kind == .again { warn(.completedTwice, of: [step]) }
  }

  func warn(ofDropped step: Int) { warn(.neverCompleted, of: [step]) }

  func warn(ofLaggards steps: [Int], deadline: Duration) {
    if !steps.isEmpty { warn(.neverCompleted, of: steps, deadline: deadline) }
  }

  func handler(of step: Int) -> WarningEntry.Handler {
    let label = labels.modules[step]
    return WarningEntry.Handler(module: label.name, moduleID: label.id, event: event)
  }

  private func warn(_ kind: WarningEntry.Kind, of steps: [Int], deadline: Duration? = nil) {
    journal.warn(kind) { warning in
      warning.handlers = steps.map(handler)
      if steps.count == 1 {
        (warning.module, warning.moduleID) = (warning.handlers[0].module, warning.handlers[0].moduleID)
      }
      (warning.event, warning.dispatch) = (event, dispatch)
      warning.limitNanoseconds = deadline.map { UInt64(nanoseconds: $0) }
    }
  }
}
