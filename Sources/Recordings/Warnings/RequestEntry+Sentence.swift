public import ModuleLifecycle

extension RequestEntry {
  /// The request, its sender and its outcome: `Process 4711 asked to fire openURL.`
  public var sentence: String {
    let claim = claimedName.map { " (it says it is \"\($0)\")" } ?? ""
    let asker = process.map { "Process \($0)\(claim)" } ?? "An inspector\(claim)"
    let why = reason.map { ": \($0)" } ?? "."
    return switch outcome {
    case .accepted: "\(asker) asked to \(wish)."
    case .refused: "\(asker) asked to \(wish), and was refused\(why)"
    case .failed: "\(asker) asked to \(wish), which failed\(why)"
    }
  }

  /// Whether this process made the request; `false` for `nil`.
  package func isAsked(by process: Int?) -> Bool { process != nil && process == self.process }

  private var wish: String {
    let event = event ?? "an event"
    return switch command {
    case "fire": "fire \(event)"
    case "fireRepeatedly": "fire \(event) repeatedly"
    case "stopRepeating": "stop a repetition"
    case "remove": "remove a module"
    case "bringBack": "bring a module back"
    case "switchOn": "switch a module on"
    case "switchOff": "switch a module off"
    case "move": "move a module"
    case "catchUp": "let a module catch up with the launch"
    case "cancel": "clean an owned object"
    case "relaunch": "relaunch the application"
    case "role": "be allowed to do more than look"
    default: "do something that this version does not know"
    }
  }
}

extension JournalSwitchEntry {
  /// What happened, in one sentence.
  public var sentence: String {
    isOn ? "The journal was switched on again: what happened before is unknown." : "The journal was switched off."
  }
}
