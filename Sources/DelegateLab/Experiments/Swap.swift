import DelegateReferences
import ModuleLifecycle

extension Experiment {
  static let swap = Experiment(
    "swap", title: "Swapping the application's delegate",
    question: "Who keeps the application's delegate alive, and what becomes of it when another is assigned?"
  ) { notebook, cases in
    notebook.note("An application belongs to the main actor. While that is busy, this page waits for it.")
    await Swap.run(notebook)
    await notebook.show(.swapUnkept, in: cases, "the application calling the delegate that nobody kept")
    notebook.note("The first delegate is an exception that hides the rule: a delegate is kept by whoever made it.")
  }
}

@MainActor private enum Swap {
  static func run(_ notebook: Notebook) {
    let journal = Journal()
    let log = CleanupLog(journal, notebook)
    let host = ApplicationHost(name: "Application", journal: journal)
    notebook.step("An application host. Its delegate slot is unowned(unsafe).")

    notebook.time("The very first delegate is assigned, and nobody else holds it.") {
      unsafe host.delegate = FirstDelegate(notebook, "The first delegate's deinit runs.")
    }
    log.show()
    notebook.result("It \(host.retainedDelegate == nil ? "is gone" : "lives: the host itself retains it").")

    let keeper = Keeper(SecondDelegate(notebook, "The second delegate's deinit runs."))
    notebook.time("A second one is assigned, which a keeper holds.") { unsafe host.delegate = keeper.object }
    log.show()
    notebook.result("The host retains \(host.retainedDelegate == nil ? "nobody any more" : "a delegate").")

    notebook.time("A third one is assigned, and nobody holds it.") {
      unsafe host.delegate = SecondDelegate(notebook, "The third delegate's deinit runs.")
    }
    log.show()
    notebook.result("The slot \(host.hasDelegate ? "still has the third delegate's address" : "is empty").")

    notebook.time("The slot is set to nil, and the keeper lets go.") {
      unsafe host.delegate = nil
      keeper.letGo()
    }
  }
}

/// Reads the host's rows from its journal as they come.
private final class CleanupLog {
  private let reader: JournalReader
  private let notebook: Notebook

  init(_ journal: Journal, _ notebook: Notebook) {
    reader = journal.reader()
    self.notebook = notebook
  }

  func show() {
    let rows = reader.read().compactMap { entry -> String? in
      switch entry {
      case .owned(let row): "\(row.kind) \(row.name), acquired"
      case .released(let row): "\(row.kind) \(row.name), \(row.reason)"
      default: nil
      }
    }
    notebook.result(rows.isEmpty ? "Cleanup log: nothing new." : "Cleanup log: \(rows.joined(separator: "; ")).")
  }
}

private final class FirstDelegate: Mortal {}
private final class SecondDelegate: Mortal {}
