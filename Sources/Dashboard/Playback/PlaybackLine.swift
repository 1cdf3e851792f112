#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// The line of a recording below the panes: whether it plays, a bar, the playhead's time, and how many entries are shown.
///
/// The bar is divided by entries, not by time: where nothing happened for an hour, there is nothing to go to.
struct PlaybackLine {
  let state: DashboardState
  let playback: Playback

  /// Columns for the bar, its brackets included, at the least.
  private static let leastBar = 14
  /// Columns for what it does: `Playing 1,000x`, as far as there are such speeds.
  private static let words = 14

  func draw(on canvas: inout Canvas) {
    let (y, parts) = (row, parts)
    let style = playback.isPlaying ? Palette.good.bold : Style.bold
    canvas.write(parts.words, x: 1, y: y, style: style)
    drawBar(on: &canvas, x: parts.bar.lowerBound, y: y, width: parts.bar.count)
    canvas.write(parts.facts, x: parts.bar.upperBound + 2, y: y)
  }

  /// The row that it stands in.
  var row: Int { Layout(for: state).frame.maxY }

  /// How many entries are shown at a column of the bar; `nil` beside the bar.
  func entry(at column: Int) -> Int? {
    let bar = parts.bar
    let inner = (bar.lowerBound + 1)..<(bar.upperBound - 1)
    guard inner.contains(column) else { return nil }
    // Its ends are those of the recording.
    guard inner.count > 1 else { return playback.count }
    return Int((Double(column - inner.lowerBound) / Double(inner.count - 1) * Double(playback.count)).rounded())
  }

  private var parts: (words: String, bar: Range<Int>, facts: String) {
    let room = state.size.width - 2
    let words = Phrases.standing(of: playback).padded(toColumns: Self.words)
    let left = room - words.columnWidth - 4
    let facts = facts.first { left - $0.columnWidth >= Self.leastBar } ?? ""
    let start = 1 + words.columnWidth + 2
    return (words, start..<(start + max(3, left - facts.columnWidth)), facts)
  }

  /// From the longest to the shortest.
  private var facts: [String] {
    let count = Phrases.number(playback.count)
    let shown = Phrases.number(playback.position).trailing(count.columnWidth)
    let entries = "\(shown) of \(count)"
    let time = Phrases.place(playback.elapsedNanoseconds, of: playback.totalNanoseconds)
    let all = "\(time)  entry \(entries)"
    let pause = playback.longestPauseNanoseconds.map { "  pauses at most \(Phrases.limit($0))" } ?? "  in real time"
    let clock = "  at \(Clock(state).time(playback.nowNanoseconds))"
    return ["\(all)\(clock)\(pause)", "\(all)\(pause)", all, "\(time)  \(entries)", "\(entries)"]
  }

  private func drawBar(on canvas: inout Canvas, x: Int, y: Int, width: Int) {
    let inner = max(1, width - 2)
    let fraction = playback.count > 0 ? Double(playback.position) / Double(playback.count) : 1
    canvas.progress(fraction, isEmpty: playback.position == 0, x: x, y: y, width: inner + 2)
    for (column, letter) in letters(columns: inner).enumerated() where !letter.isEmpty {
      // What has been played is told by the reversed letters too.
      let isPlayed = Double(column + 1) / Double(inner) <= fraction
      let style = letter == "W" ? Palette.caution.bold : Style.bold
      canvas.write(letter, x: x + 1 + column, y: y, style: isPlayed ? style.reversed : style)
    }
  }

  /// The letters of launches and warnings, by column; empty where there is neither.
  private func letters(columns: Int) -> [String] {
    let stretches = (0..<columns).map { column -> Range<Double> in
      Double(column) / Double(columns)..<Double(column + 1) / Double(columns)
    }
    var letters = stretches.map { playback.marks.hasLaunch(in: $0) ? "L" : "" }
    for (column, stretch) in stretches.enumerated() where playback.marks.hasWarning(in: stretch) {
      // There are few launches: one keeps its column, and a warning stands beside it.
      let places = letters[column] == "L" ? [column + 1, column - 1] : [column]
      guard let place = places.first(where: { letters.indices.contains($0) && letters[$0] != "L" }) else { continue }
      letters[place] = "W"
    }
    return letters
  }
}

/// The second line while an event is fired repeatedly: which, how far, how fast, and how long it will take.
struct RepetitionLine {
  let state: DashboardState
  let repeated: RepeatedFiring

  /// Columns for the event, at the least.
  private static let leastTitle = 12
  /// Columns for the bar, its brackets included, at the least.
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

  /// What is said at the right, of a width that does not change with every step; the rate goes where room is short.
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

  /// How long it will take, or for how long nothing has come of it yet.
  private var remaining: String {
    guard repeated.done > 0 else { return elapsed < 1 ? "" : "for \(Phrases.age(UInt64(elapsed) * 1_000_000_000))" }
    let seconds = elapsed / Double(repeated.done) * Double(repeated.times - repeated.done)
    if seconds < 1 { return "<1 s left" }
    return "\(Phrases.age(UInt64(min(seconds, 1e9)) * 1_000_000_000)) left"
  }
}
#endif
