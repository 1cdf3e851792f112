import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// The identity of an inspector in another process.
package struct Asker: Sendable {
  /// The inspector's process and user, as reported by the system.
  let peer: Peer
  /// The inspector's own name for itself.
  let claimedName: String?

  /// Returns a journal entry that records the outcome of a command.
  func entry(about command: Command, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) -> RequestEntry {
    var entry = entry(about: command.word, outcome, reason)
    entry.event = command.firing?.event.cut(toBytes: Self.mostBytes)
    // Long text from another process must not push events out of the journal.
    if outcome == .accepted, let arguments = command.firing?.arguments {
      var cut = arguments
      cut.cutTexts(to: Self.mostBytes)
      if cut == arguments { entry.arguments = arguments }
    }
    entry.moduleID = command.module
    return entry
  }

  /// Returns an entry for a request of which only the name is known.
  func entry(about word: String, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) -> RequestEntry {
    var entry = RequestEntry()
    entry.command = word
    (entry.process, entry.user, entry.claimedName) = (Int(peer.process), Int(peer.user), claimedName)
    (entry.outcome, entry.reason) = (outcome, reason?.cut(toBytes: Self.mostBytes))
    return entry
  }

  /// The maximum length of a recorded text from an inspector, in bytes.
  private static let mostBytes = 256
}

extension Command {
  /// The command's name on a line and in the journal.
  var word: String {
    switch self {
    case .fire: "fire"
    case .fireRepeatedly: "fireRepeatedly"
    case .stopRepeating: "stopRepeating"
    case .remove: "remove"
    case .restore: "restore"
    case .switchOn: "switchOn"
    case .switchOff: "switchOff"
    case .move: "move"
    case .sendMissedEvents: "sendMissedEvents"
    case .cancel: "cancel"
    case .relaunch: "relaunch"
    }
  }

  var module: ModuleID? {
    switch self {
    case .remove(let id), .restore(let id), .switchOn(let id), .switchOff(let id), .move(let id, _),
      .sendMissedEvents(let id):
      id
    case .fire, .fireRepeatedly, .stopRepeating, .cancel, .relaunch: nil
    }
  }
}
