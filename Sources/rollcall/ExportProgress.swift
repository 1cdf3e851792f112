import Foundation

/// Says on standard error how far a long export has come, where somebody watches.
final class ExportProgress {
  private let count: Int
  private var done = 0
  private var isShown = false
  private var lastPercent = -1
  private let isWatched: Bool
  private let began = ContinuousClock.now

  /// - Parameter count: How many entries there are.
  init(of count: Int) {
    self.count = count
    isWatched = isatty(STDERR_FILENO) != 0
  }

  /// Another entry is done.
  func step() {
    done += 1
    // A quick export says nothing.
    guard isWatched, done % 4_096 == 0, isShown || ContinuousClock.now - began > .seconds(1) else { return }
    let percent = done * 100 / max(1, count)
    guard percent != lastPercent else { return }
    (isShown, lastPercent) = (true, percent)
    StandardError.say("\rexporting: \(percent)%")
  }

  /// Leaves an empty line where it was shown.
  func end() {
    guard isShown else { return }
    isShown = false
    StandardError.say("\r\u{1B}[K")
  }
}
