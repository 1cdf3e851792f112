#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

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
    drawBar(on: &canvas, x: 1 + title + 2, width: bar)
    canvas.write(facts, x: canvas.size.width - 1 - facts.columnWidth, y: 1, style: .bold)
  }

  private func drawBar(on canvas: inout Canvas, x: Int, width: Int) {
    let inner = width - 2
    canvas.write("[", x: x, y: 1, style: Palette.label)
    if repeated.done > 0 {
      let bar = Bar.text(from: 0, to: repeated.fraction, width: inner, glyphs: canvas.glyphs)
      canvas.write(bar, x: x + 1, y: 1, style: Palette.bar)
    }
    canvas.write("]", x: x + 1 + inner, y: 1, style: Palette.label)
  }

  /// What is said at the right, of a width that does not change with every step; the rate goes where room is short.
  private func facts(room: Int) -> String {
    let times = Words.number(repeated.times)
    let width = 2 * times.columnWidth + 4
    let count = "\(Words.number(repeated.done)) of \(times)".padded(toColumns: width, alignment: .trailing)
    let rest = (repeated.isStopping ? "stopping" : remaining).padded(toColumns: 11, alignment: .trailing)
    let all = "\(count)  \(rate.padded(toColumns: 9, alignment: .trailing)) \(rest)"
    let least = Self.leastTitle + Self.leastBar + 4
    return all.columnWidth + least <= room ? all : "\(count) \(rest)"
  }

  private var elapsed: Double { Double(max(1, state.now - min(repeated.since, state.now))) / 1e9 }

  private var rate: String {
    guard repeated.done > 0 else { return "" }
    let rate = Double(repeated.done) / elapsed
    if rate >= 10 { return "\(Words.number(Int(min(rate, 1e12))))/s" }
    let tenths = Int(rate * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)/s"
  }

  /// How long it will take, or for how long nothing has come of it yet.
  private var remaining: String {
    guard repeated.done > 0 else { return elapsed < 1 ? "" : "for \(Words.age(UInt64(elapsed) * 1_000_000_000))" }
    let seconds = elapsed / Double(repeated.done) * Double(repeated.times - repeated.done)
    if seconds < 1 { return "<1 s left" }
    return "\(Words.age(UInt64(min(seconds, 1e9)) * 1_000_000_000)) left"
  }
}
#endif
