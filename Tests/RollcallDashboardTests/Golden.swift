import Foundation
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

/// Views whose layout differs on the narrowest and on the widest screen. They are recorded at these sizes, too. The
/// other views are drawn and checked at all sizes, but recorded at two only.
private let recordedAtAllSizes: Set<String> = [
  "start", "launched", "tree", "timings", "removed", "cleanup", "fire", "repeating", "running-over", "detail",
  "lab-done", "overdue", "overdue-log", "owner", "filter", "modules-filtered", "zoom-order", "export", "statistics",
  "earlier", "warnings", "warnings-read", "help-panes", "replay-playing", "replay-end", "replay-help-replay",
]

/// Compares a screen with its recording, and with its ASCII version.
///
/// With `ROLLCALL_RECORD_GOLDENS=1` in the environment, records the screens instead. Every test that records a screen
/// fails: review a recording before it counts.
@MainActor func expectGolden(
  _ view: String, _ location: SourceLocation = #_sourceLocation, draw: (GlyphSet) -> Canvas
) {
  let canvas = draw(.unicode)
  let name = "\(view)-\(canvas.size.width)x\(canvas.size.height)"
  for line in canvas.lines() {
    expectEqual(line.columnWidth, canvas.size.width, "not as wide as the screen: |\(line)|", sourceLocation: location)
  }
  expectNothingByColorAlone(in: canvas, name, location)
  expectSame(canvas, inASCII: draw(.ascii), name, location)
  guard [60, 200].contains(canvas.size.width), !recordedAtAllSizes.contains(view) else {
    return expectRecorded(name, canvas.styledDescription, location)
  }
}

private func expectRecorded(_ name: String, _ actual: String, _ location: SourceLocation) {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  let file = folder.appending(path: "\(name).txt")
  if ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] == "1" {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(actual.utf8).write(to: file)
    Issue.record("recorded \(name); review it, then run without recording", sourceLocation: location)
    return
  }
  guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record("the recording \(name).txt is missing", sourceLocation: location)
    return
  }
  expectEqual(actual, recorded, "the screen differs from the recorded \(name)", sourceLocation: location)
}

/// A screen in ASCII has the counterpart of each symbol in the same cell, and question marks for letters of other
/// scripts. Only the last line differs: it names the arrow keys.
private func expectSame(_ canvas: Canvas, inASCII twin: Canvas, _ name: String, _ location: SourceLocation) {
  let (signs, letters) = ("─│┬┴┼┌┐└┘├┤·▸…µ×↑↓←→".map(String.init), "-|+++++++++->~ux^v<>".map(String.init))
  let twins = Dictionary(uniqueKeysWithValues: zip(signs, letters))
  let bars = GlyphSet.unicode.barEighths + GlyphSet.unicode.columnEighths
  let isASCII = { (text: String) in text.utf8.allSatisfy { $0 < 0x80 } }
  for y in 0..<canvas.size.height {
    // ASCII may cut a wide letter in half. Unicode drops the whole letter.
    let hasWideLetters = (0..<canvas.size.width).contains { canvas[$0, y].text.isEmpty }
    let differing = (0..<canvas.size.width).filter { x in
      let (text, other) = (canvas[x, y].text, twin[x, y].text)
      if y == canvas.size.height - 1 || hasWideLetters { return !isASCII(other) }
      if canvas[x, y].style != twin[x, y].style { return true }
      if bars.contains(text) { return !" |#_.:".contains(other) }
      return other != twins[text] ?? (isASCII(text) && !text.isEmpty ? text : "?")
    }
    expectEqual(differing, [], "line \(y) of \(name) differs in ASCII", sourceLocation: location)
  }
}

/// Without colours, a screen has the same cells and attributes, and needs no recording of its own. But a bar whose
/// colour has a meaning needs a word with this meaning beside it.
private func expectNothingByColorAlone(in canvas: Canvas, _ name: String, _ location: SourceLocation) {
  for y in 0..<canvas.size.height {
    let judged = (0..<canvas.size.width).map { canvas[$0, y] }
      .filter { [.red, .yellow, .green].contains($0.style.foreground) }
    guard judged.contains(where: { canvas.glyphs.barEighths.contains($0.text) }) else { continue }
    let hasWord = judged.contains { cell in cell.text.contains { $0.isLetter } }
    #expect(hasWord, "line \(y) of \(name) has a meaning shown only by its colour", sourceLocation: location)
  }
}
