/// Reports its own end.
class Mortal {
  private let notebook: Notebook
  private let lastWords: () -> String

  /// - Parameter lastWords: The text to report; evaluated in `deinit`.
  init(_ notebook: Notebook, _ lastWords: @escaping @autoclosure () -> String) {
    self.notebook = notebook
    self.lastWords = lastWords
  }

  deinit { notebook.result(lastWords()) }
}

/// The delegate of the experiments, with a name to read.
final class Listener: Mortal {
  let name: String

  /// - Parameter atDeath: Called in `deinit`; returns an observation, if any.
  init(_ name: String, _ notebook: Notebook, atDeath: @escaping () -> String?) {
    self.name = name
    super.init(notebook, "\(name)'s deinit runs.\(atDeath().map { " \($0)" } ?? "")")
  }
}
