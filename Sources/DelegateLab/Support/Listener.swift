/// A delegate as the experiments use it: it has something to read, and writes down its own end.
final class Listener {
  let name: String
  /// Something to read that can't hurt, also where the object is a stale one.
  let number = 7
  private let notebook: Notebook
  /// Looks around while the listener dies, and says what it sees.
  private let atDeath: () -> String?

  init(_ name: String, _ notebook: Notebook, atDeath: @escaping () -> String? = { nil }) {
    self.name = name
    self.notebook = notebook
    self.atDeath = atDeath
  }

  /// Hears that whoever it listens to has become invalid.
  func didBecomeInvalid(_ seen: String) { notebook.result("\(name) hears: did become invalid. \(seen)") }

  deinit {
    let seen = atDeath().map { " \($0)" } ?? ""
    notebook.result("\(name)'s deinit runs.\(seen)")
  }
}
