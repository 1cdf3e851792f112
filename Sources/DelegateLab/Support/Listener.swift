/// Writes down its own end.
class Mortal {
  private let notebook: Notebook
  private let lastWords: () -> String

  /// - Parameter lastWords: What to write down; asked for while it dies.
  init(_ notebook: Notebook, _ lastWords: @escaping @autoclosure () -> String) {
    self.notebook = notebook
    self.lastWords = lastWords
  }

  deinit { notebook.result(lastWords()) }
}

/// A delegate as the experiments use it: it has something to read.
final class Listener: Mortal {
  let name: String

  /// - Parameter atDeath: Looks around while the listener dies, and says what it sees.
  init(_ name: String, _ notebook: Notebook, atDeath: @escaping () -> String?) {
    self.name = name
    super.init(notebook, "\(name)'s deinit runs.\(atDeath().map { " \($0)" } ?? "")")
  }
}
