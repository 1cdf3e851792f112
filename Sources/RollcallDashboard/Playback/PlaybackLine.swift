#if CommandLine
import ModuleLifecycle
import RollcallTerminalUI
import RollcallTextFormatting

/// The playback line below the panes: status, seek bar, the playhead's time and its entry.
///
/// The bar is divided by entries, not by time: an hour without entries has nothing to go to.
struct PlaybackLine {
  let state: DashboardState
  let playback: Playback

  /// The fewest columns for the bar, including its brackets.
  private static let leastBar = 14
  /// The columns for the status, of which the longest is `Seeking 100%`.
  private static let words = 12

  func draw(on canvas: inout Canvas) {
    let (y, parts) = (row, parts)
    canvas.write(parts.words, x: 1, y: y, style: .bold)
    drawBar(on: &canvas, x: parts.bar.lowerBound, y: y, width: parts.bar.count)
    canvas.write(parts.facts, x: parts.bar.upperBound + 2, y: y)
  }

  /// The line's row on the screen.
  var row: Int { Layout(for: state).frame.maxY }

  /// The playback position at a column, in entries; `nil` outside of the bar.
  func entry(at column: Int) -> Int? {
    let bar = parts.bar
    let inner = (bar.lowerBound + 1)..<(bar.upperBound - 1)
    guard inner.contains(column) else { return nil }
    // The ends of the bar are those of the recording.
    guard inner.count > 1 else { return playback.count }
    return Int((Double(column - inner.lowerBound) / Double(inner.count - 1) * Double(playback.count)).rounded())
  }

  private var parts: (words: String, bar: Range<Int>, facts: String) {
    let room = state.size.width - 2
    let words = (Phrases.status(of: playback) ?? "Recording").padded(toColumns: Self.words)
    let left = room - words.columnWidth - 4
    let facts = facts.first { left - $0.columnWidth >= Self.leastBar } ?? ""
    let start = 1 + words.columnWidth + 2
    return (words, start..<(start + max(3, left - facts.columnWidth)), facts)
  }

  /// The variants of the text after the bar, longest first.
  private var facts: [String] {
    let count = Phrases.number(playback.count)
    let shown = Phrases.number(playback.position).trailing(count.columnWidth)
    let entries = "\(shown) of \(count)"
    let time = Phrases.place(playback.elapsedNanoseconds, of: playback.totalNanoseconds)
    let all = "\(time)  entry \(entries)"
    let clock = "  at \(Clock(state).time(playback.nowNanoseconds))"
    return ["\(all)\(clock)", all, "\(time)  \(entries)", "\(entries)"]
  }

  private func drawBar(on canvas: inout Canvas, x: Int, y: Int, width: Int) {
    let inner = max(1, width - 2)
    let fraction = playback.count > 0 ? Double(playback.position) / Double(playback.count) : 1
    canvas.progress(fraction, isEmpty: playback.position == 0, x: x, y: y, width: inner + 2)
    for (column, letter) in playback.marks.letters(columns: inner) {
      // Letters in the played part are reversed, as the bar is.
      let isPlayed = Double(column + 1) / Double(inner) <= fraction
      let style = letter == "W" ? Style.caution.bold : Style.bold
      canvas.write(letter, x: x + 1 + column, y: y, style: isPlayed ? style.reversed : style)
    }
  }
}

/// The screen's second line during a repeated firing: event, progress, rate and remaining time.
struct RepetitionLine {
  let state: DashboardState
  let repeated: RepeatedFiring

  /// The fewest columns for the event.
  private static let leastTitle = 12
  /// The fewest columns for the bar, including its brackets.
  private static let leastBar = 10

  func draw(on canvas: inout Canvas) {
    let room = canvas.size.width - 2
    let facts = facts(room: room)
    let left = room - facts.columnWidth - 2
    let bar = max(Self.leastBar, left - min(repeated.title.columnWidth, max(Self.leastTitle, left / 2)) - 2)
    let title = left - bar - 2
    canvas.write(repeated.title, x: 1, y: 1, style: .bold, maxColumns: max(0, title))
    canvas.progress(repeated.fraction, isEmpty: repeated.done == 0, x: 1 + title + 2, y: 1, width: bar)
    canvas.write(facts, endingAt: canvas.size.width - 1, y: 1, style: .bold)
  }

  /// The text at the right, whose width does not change with every step. Without enough room, it leaves out the rate.
  private func facts(room: Int) -> String {
    let times = Phrases.number(repeated.times)
    let width = 2 * times.columnWidth + 4
    let count = "\(Phrases.number(repeated.done)) of \(times)".trailing(width)
    let rest = (repeated.isStopping ? "stopping" : remaining).trailing(11)
    let all = "\(count)  \(rate.trailing(9)) \(rest)"
    let least = Self.leastTitle + Self.leastBar + 4
    return all.columnWidth + least <= room ? all : "\(count) \(rest)"
  }

  private var elapsed: Double { Double(max(1, state.now.minus(repeated.since))) / 1e9 }

  private var rate: String {
    guard repeated.done > 0 else { return "" }
    let rate = Double(repeated.done) / elapsed
    if rate >= 10 { return "\(Phrases.number(Int(min(rate, 1e12))))/s" }
    let tenths = Int(rate * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)/s"
  }

  /// The remaining time, or the elapsed time before the first firing is done.
  private var remaining: String {
    guard repeated.done > 0 else { return elapsed < 1 ? "" : "for \(Phrases.age(UInt64(elapsed) * 1_000_000_000))" }
    let seconds = elapsed / Double(repeated.done) * Double(repeated.times - repeated.done)
    if seconds < 1 { return "<1 s left" }
    return "\(Phrases.age(UInt64(min(seconds, 1e9)) * 1_000_000_000)) left"
  }
}
#endif
