package import ModuleLifecycle
import RollcallTextFormatting

// The wording of the core's values on screens and in reports.

extension ApplicationState {
  /// The state as it follows *is* or *was* in a sentence: `not running`, `in the background`.
  package var words: String {
    switch self {
    case .notRunning: "not running"
    case .background: "in the background"
    case .inactive, .active, .terminated: rawValue
    }
  }
}

extension ReleaseReason {
  /// The reason in one or two words, for lists: `released` if the owner was released.
  package var word: String {
    switch self {
    case .ownerReleased: "released"
    case .event: "event over"
    case .applicationEnd: "app ended"
    case .late: "too late"
    default: rawValue
    }
  }
}

extension TimeBreakdown {
  /// A kind of time, as sentences name it.
  package enum Kind: String, CaseIterable, Sendable {
    case computing
    case waiting = "waiting for a processor"
    case blocked
    /// Waiting or blocked, on systems that do not tell which.
    case notComputing = "not computing"

    /// A shorter name, for narrow columns.
    package var word: String { self == .waiting ? "waiting" : rawValue }
  }

  /// The time of each kind that the system measures.
  package var parts: [(kind: Kind, nanoseconds: UInt64)] {
    guard let waitingNanoseconds, let blockedNanoseconds else {
      return [(.computing, computingNanoseconds), (.notComputing, notComputingNanoseconds)]
    }
    return [(.computing, computingNanoseconds), (.waiting, waitingNanoseconds), (.blocked, blockedNanoseconds)]
  }

  /// The kind with the most time; `nil` if the total is zero.
  package var main: (kind: Kind, nanoseconds: UInt64)? {
    totalNanoseconds == 0 ? nil : parts.max { $0.nanoseconds < $1.nanoseconds }
  }

  /// The times as text, without kinds below one percent: `906 ms waiting for a processor, 13 ms computing`.
  package var words: String {
    let shown = parts.filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 100 }
    return shown.sorted { $0.nanoseconds > $1.nanoseconds }
      .map { "\(TimeInWords.measured($0.nanoseconds)) \($0.kind.rawValue)" }.joined(separator: ", ")
  }

  /// The percentages as text, without kinds below one percent: `43% computing, 57% blocked`.
  package var shares: String {
    parts.filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 100 }
      .map {
        "\(ShareText.format($0.nanoseconds, of: totalNanoseconds)) \($0.kind.word)"
      }
      .joined(separator: ", ")
  }

  /// A clause to follow the total: `, of which 906 ms waiting for a processor`. Empty in the usual case, in which
  /// nearly all of the time was computing.
  package var clause: String {
    let rest = parts.dropFirst().filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 10 }
    guard !rest.isEmpty else { return "" }
    let words = rest.map { "\(TimeInWords.measured($0.nanoseconds)) \($0.kind.rawValue)" }
    return ", of which \(words.joined(separator: " and "))"
  }
}

extension RequestEntry {
  /// The request, its sender and its outcome: `Process 4711 asked to fire openURL.`
  package var sentence: String {
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
    case "restore": "bring a module back"
    case "switchOn": "switch a module on"
    case "switchOff": "switch a module off"
    case "move": "move a module"
    case "sendMissedEvents": "let a module catch up with the launch"
    case "cancel": "clean an owned object"
    case "relaunch": "relaunch the application"
    case "role": "be allowed to do more than look"
    default: "do something that this version does not know"
    }
  }
}

extension JournalSwitchEntry {
  /// What happened, in one sentence.
  package var sentence: String {
    isOn ? "The journal was switched on again: what happened before is unknown." : "The journal was switched off."
  }
}
