import Foundation

/// Says on standard error how far events that are fired many times have come, where somebody watches.
struct FireProgress: Sendable {
  private let count: Int
  private let isWatched: Bool
  private let began = ContinuousClock.now
  private var done = 0
  private var percent = 0
  private var isShown = false

  /// - Parameter count: How many events are to be fired; `nil`, and nothing is said.
  init(of count: Int?) {
    self.count = count ?? 1
    isWatched = count != nil && isatty(STDERR_FILENO) != 0
  }

  /// Another event is over.
  mutating func step() {
    done += 1
    let now = done * 100 / max(1, count)
    guard isWatched, now != percent else { return }
    percent = now
    // What is quick says nothing.
    guard isShown || ContinuousClock.now - began > .seconds(1) else { return }
    isShown = true
    StandardError.say("\rfiring: \(percent)%")
  }

  /// Leaves an empty line where it was shown, for what comes now.
  mutating func hide() {
    guard isShown else { return }
    isShown = false
    StandardError.say("\r\u{1B}[K")
  }
}
