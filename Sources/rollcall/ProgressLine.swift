#if CommandLine
import Foundation

/// Says on standard error how far something long has come, where somebody watches.
struct ProgressLine: Sendable {
  private let verb: String
  private let count: Int
  private let isWatched: Bool
  private let began = ContinuousClock.now
  private var done = 0
  private var percent = 0
  private var isShown = false

  /// - Parameters:
  ///   - verb: What is being done: `exporting`.
  ///   - count: How many steps there are; `nil`, and nothing is said.
  init(_ verb: String, of count: Int?) {
    self.verb = verb
    self.count = count ?? 1
    isWatched = count != nil && isatty(STDERR_FILENO) != 0
  }

  /// Another step is done.
  mutating func step() {
    done += 1
    let now = done * 100 / max(1, count)
    guard isWatched, now != percent else { return }
    percent = now
    // What is quick says nothing.
    guard isShown || ContinuousClock.now - began > .seconds(1) else { return }
    isShown = true
    StandardError.write("\r\(verb): \(percent)%")
  }

  /// Leaves an empty line where it was shown, for what comes now.
  mutating func hide() {
    guard isShown else { return }
    isShown = false
    StandardError.write("\r\u{1B}[K")
  }
}
#endif
