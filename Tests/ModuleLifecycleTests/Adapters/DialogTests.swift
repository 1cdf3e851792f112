import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DialogTests {
  /// A dialog without a screen.
  final class Dialog: DismissibleDialog {
    let name: String
    let log: Log
    private(set) var isShown = true

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func dismiss() {
      guard isShown else { return }
      isShown = false
      log.add(name)
    }
  }

  let log = Log()
  let journal = Journal()

  @Test func dialogsAreDismissedWithTheirOwnerLastShownFirst() {
    var keeper: Keeper? = Keeper(journal)
    weak var probe: Dialog?
    for name in ["welcome", "rate", "terms"] {
      let dialog = Dialog(name, log)
      probe = dialog
      keeper?.owned.own(dialog: dialog, named: name)
    }
    expectEqual(probe?.isShown, true, "The bag keeps it.")
    keeper = nil
    expectEqual(log.lines, ["terms", "rate", "welcome"])
    #expect(probe == nil)
  }

  @Test func aDialogThatTheUserClosesIsFinished() {
    var keeper: Keeper? = Keeper(journal)
    let dialog = Dialog("rate", log)
    let handle = keeper?.owned.own(dialog: dialog, named: "rate")
    dialog.dismiss()
    handle?.finish()
    keeper = nil
    expectEqual(log.lines, ["rate"])
    expectEqual(journal.releases, ["dialog rate finished"])
  }

  @Test func dialogsAreDismissedInOrderOnTheMainActorWhereverTheOwnerDies() async {
    let keeper = Mutexed(Keeper(journal))
    for name in ["welcome", "rate"] { keeper.value?.owned.own(dialog: Dialog(name, log), named: name) }
    await Task.detached { keeper.value = nil }.value
    await eventually { journal.released.count == 2 }
    expectEqual(log.lines, ["rate", "welcome"])
    #expect(journal.released.allSatisfy { $0.thread == "main" })
  }
}
