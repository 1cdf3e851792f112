import ModuleLifecycle
import Recordings
import TextFormatting

/// Who an inspector in another process is.
package struct Asker: Sendable {
  /// Its process and user, as the system says.
  let peer: Peer
  /// What it calls itself.
  let claimedName: String?

  /// The entry that says what came of its request.
  func entry(about command: Command, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) -> RequestEntry {
    var entry = entry(about: command.word, outcome, reason)
    entry.event = command.firing?.event.cut(toBytes: Self.mostBytes)
    // What others write must not push out what happened.
    if outcome == .accepted, let arguments = command.firing?.arguments, !arguments.hasTexts(over: Self.mostBytes) {
      entry.arguments = arguments
    }
    entry.moduleID = command.module
    return entry
  }

  /// The same of a request with that name, which says no more.
  func entry(about word: String, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) -> RequestEntry {
    var entry = RequestEntry()
    entry.command = word
    (entry.process, entry.user, entry.claimedName) = (Int(peer.process), Int(peer.user), claimedName)
    (entry.outcome, entry.reason) = (outcome, reason?.cut(toBytes: Self.mostBytes))
    return entry
  }

  /// The most bytes of a text of an inspector that are written down.
  private static let mostBytes = 256
}

extension Command {
  /// Its name on a line, and in the journal.
  var word: String {
    switch self {
    case .fire: "fire"
    case .fireRepeatedly: "fireRepeatedly"
    case .stopRepeating: "stopRepeating"
    case .remove: "remove"
    case .bringBack: "bringBack"
    case .switchOn: "switchOn"
    case .switchOff: "switchOff"
    case .move: "move"
    case .catchUp: "catchUp"
    case .cancel: "cancel"
    case .relaunch: "relaunch"
    }
  }

  /// The module that it is about.
  var module: ModuleID? {
    switch self {
    case .remove(let id), .bringBack(let id), .switchOn(let id), .switchOff(let id), .move(let id, _), .catchUp(let id):
      id
    case .fire, .fireRepeatedly, .stopRepeating, .cancel, .relaunch: nil
    }
  }
}
