package import ModuleLifecycle
import TextFormatting

extension TimeKinds {
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
