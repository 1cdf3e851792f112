package import ModuleLifecycle
import TextFormatting

extension TimeKinds {
  /// One of the kinds, as sentences name it.
  package enum Kind: String, CaseIterable, Sendable {
    case computing
    case waiting = "waiting for a processor"
    case blocked
    /// Waiting or blocked, where the system does not tell which.
    case notComputing = "not computing"

    /// The same where there is little room.
    package var word: String { self == .waiting ? "waiting" : rawValue }
  }

  /// How long it was of each kind, as far as the system tells.
  package var parts: [(kind: Kind, nanoseconds: UInt64)] {
    guard let waitingNanoseconds, let blockedNanoseconds else {
      return [(.computing, computingNanoseconds), (.notComputing, notComputingNanoseconds)]
    }
    return [(.computing, computingNanoseconds), (.waiting, waitingNanoseconds), (.blocked, blockedNanoseconds)]
  }

  /// The kind that most of the time was of; `nil` of no time.
  package var main: (kind: Kind, nanoseconds: UInt64)? {
    totalNanoseconds == 0 ? nil : parts.max { $0.nanoseconds < $1.nanoseconds }
  }

  /// What the time was, without what is less than a hundredth of it: `906 ms waiting for a processor, 13 ms computing`.
  package var words: String {
    let shown = parts.filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 100 }
    return shown.sorted { $0.nanoseconds > $1.nanoseconds }
      .map { "\(TimeInWords.measured($0.nanoseconds)) \($0.kind.rawValue)" }.joined(separator: ", ")
  }

  /// The kinds as parts of the whole, without what is less than a hundredth: `43% computing, 57% blocked`.
  package var shares: String {
    parts.filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 100 }
      .map {
        "\(ShareText.format($0.nanoseconds, of: totalNanoseconds)) \($0.kind.word)"
      }
      .joined(separator: ", ")
  }

  /// The same to be read behind the time itself: `, of which 906 ms waiting for a processor`. Empty where nearly all of it
  /// was computed, as is usual.
  package var clause: String {
    let rest = parts.dropFirst().filter { $0.nanoseconds > 0 && $0.nanoseconds >= totalNanoseconds / 10 }
    guard !rest.isEmpty else { return "" }
    let words = rest.map { "\(TimeInWords.measured($0.nanoseconds)) \($0.kind.rawValue)" }
    return ", of which \(words.joined(separator: " and "))"
  }
}
