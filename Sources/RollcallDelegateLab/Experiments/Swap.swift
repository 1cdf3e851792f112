import ModuleLifecycle
import RollcallDelegateReferences

extension Experiment {
  static let swap = Experiment(
    "swap", title: "Swapping the application's delegate",
    question: "What keeps the application's delegate alive, and what happens to it when another is assigned?"
  ) { notebook, cases in
    notebook.note("An application belongs to the main actor. This page waits while the main actor is busy.")
    await Swap.run(notebook)
    await notebook.show(.swapUnkept, in: cases, "the application calling a delegate that nothing retains")
    notebook.note("The first delegate is an exception that hides the rule: the creator of a delegate must retain it.")
  }
}

@MainActor private enum Swap {
  static func run(_ notebook: Notebook) {
    let journal = Journal()
    let log = CleanupLog(journal, notebook)
    let host = ApplicationHost(name: "Application", journal: journal)
    notebook.step("An application host is created. Its delegate slot is unowned(unsafe).")

    notebook.time("The first delegate is assigned. Nothing else holds it.") {
      unsafe host.delegate = FirstDelegate(notebook, "The first delegate's deinit runs.")
    }
    log.show()
    notebook.result("It \(host.retainedDelegate == nil ? "is gone" : "is alive: the host itself retains it").")

    let keeper = Keeper(SecondDelegate(notebook, "The second delegate's deinit runs."))
    notebook.time("A second delegate is assigned. An owner holds it.") { unsafe host.delegate = keeper.object }
    log.show()
    notebook.result("The host retains \(host.retainedDelegate == nil ? "nothing any more" : "a delegate").")

    notebook.time("A third delegate is assigned. Nothing holds it.") {
      unsafe host.delegate = SecondDelegate(notebook, "The third delegate's deinit runs.")
    }
    log.show()
    notebook.result("The slot \(host.hasDelegate ? "still has the third delegate's address" : "is empty").")

    notebook.time("The slot is set to nil, and the owner releases the second delegate.") {
      unsafe host.delegate = nil
      keeper.letGo()
    }
  }
}

/// Reads the host's new entries from its journal.
private final class CleanupLog {
  private let reader: JournalReader
  private let notebook: Notebook

  init(_ journal: Journal, _ notebook: Notebook) {
    reader = journal.reader()
    self.notebook = notebook
  }

  func show() {
    let rows = reader.readAny().compactMap { entry -> String? in
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
