/// Writes down what handlers that answer later do wrong.
@MainActor struct CompletionNotes {
  var dispatch: UInt64
  let event: String
  let labels: DispatchLabels
  let journal: Journal

  /// An answer that changes nothing any more.
  func note(_ kind: CompletionEntry.Kind, _ value: JSONValue, of step: Int, at time: UInt64, took: UInt64) {
    guard journal.isEnabled else { return }
    let label = labels.modules[step]
    journal.append(
      .completion(
        CompletionEntry(
          kind: kind, dispatch: dispatch, event: event, module: label.name, moduleID: label.id, value: value,
          atNanoseconds: time - journal.origin, tookNanoseconds: took)))
    if kind == .again {
      warn(.completedTwice, "\(label.name) completed \(event) more than once. The first answer stands.", label.name)
    }
  }

  func warn(ofDropped step: Int) {
    let name = labels.modules[step].name
    warn(.neverCompleted, "\(name) let go of its completion of \(event) without calling it.", name)
  }

  func warn(ofLaggards steps: [Int], deadline: Duration) {
    let names = steps.map { labels.modules[$0].name }
    guard let last = names.last else { return }
    let list = names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    warn(
      .neverCompleted, "\(list) had not completed \(event) after \(TimeInWords.exact(deadline)). It went on without.",
      names.count == 1 ? last : nil)
  }

  private func warn(_ kind: WarningEntry.Kind, _ message: String, _ module: String?) {
    guard journal.isEnabled else { return }
    journal.append(
      .warning(
        WarningEntry(
          kind: kind, message: message, module: module, dispatch: dispatch, atNanoseconds: journal.now)))
  }
}
