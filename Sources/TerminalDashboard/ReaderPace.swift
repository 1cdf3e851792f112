#if CommandLine
import Dispatch
import ModuleLifecycle

/// Keeps what writes much to the journal at the pace of who reads it, so that little is dropped unread: among a million
/// dispatches there may be the one entry that says that a module is gone.
///
/// It is patient for a moment only. A reader that has stopped reading slows down and does not stop anybody.
final class ReaderPace: Sendable {
  typealias Turn = @MainActor @Sendable () -> Void

  private struct State: Sendable {
    var turn: Turn?
    /// How many have waited so far; the number of the one that waits.
    var count = 0
    /// Whether the reader counts only what it will read some day, and nobody is to wait for that.
    var isCounting = false
  }

  private let reader: JournalReader
  private let state = Locked(State())

  /// How many entries may be unread.
  static let slack = 100
  /// How long to wait for the reader.
  private let patience: DispatchTimeInterval

  init(_ reader: JournalReader, patience: DispatchTimeInterval = .milliseconds(100)) {
    self.reader = reader
    self.patience = patience
  }

  /// Has something done on the main actor, after what else is waiting for it, and when the reader has caught up.
  func later(_ turn: @escaping Turn) {
    guard !state.withLock(\.isCounting), reader.isBehind(by: Self.slack) else { return Self.run(turn) }
    let number = state.withLock { state in
      state.turn = turn
      state.count += 1
      return state.count
    }
    // It may have caught up just before.
    didRead()
    DispatchQueue.main.asyncAfter(deadline: .now() + patience) { [weak self] in self?.release(number) }
  }

  /// The reader has looked how much there is, and reads nothing for now.
  func didCount() {
    let number = state.withLock { state in
      state.isCounting = true
      return state.count
    }
    release(number)
  }

  /// The reader has read something.
  func didRead() {
    let number = state.withLock { state in
      state.isCounting = false
      return state.turn == nil ? nil : state.count
    }
    if let number, !reader.isBehind(by: Self.slack) { release(number) }
  }

  private func release(_ number: Int) {
    let turn = state.withLock { state -> Turn? in
      guard state.count == number else { return nil }
      defer { state.turn = nil }
      return state.turn
    }
    if let turn { Self.run(turn) }
  }

  private static func run(_ turn: @escaping Turn) {
    DispatchQueue.main.async { MainActor.assumeIsolated { turn() } }
  }
}
#endif
