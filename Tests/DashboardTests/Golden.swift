import Foundation
import TerminalUI
import Testing
import TextFormatting

/// Compares a screen with the one that was recorded beside these tests.
///
/// With `ROLLCALL_RECORD_GOLDENS=1` in the environment the screens are recorded instead, and every test that did so
/// fails: a recording has to be looked at before it counts.
@MainActor func expectGolden(_ name: String, _ canvas: Canvas, _ location: SourceLocation = #_sourceLocation) {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  let file = folder.appending(path: "\(name).txt")
  let actual = canvas.styledDescription
  for line in canvas.lines() {
    #expect(line.columnWidth == canvas.size.width, "not as wide as the screen: |\(line)|", sourceLocation: location)
  }
  expectNothingByColorAlone(in: canvas, name, location)
  if ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] == "1" {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(actual.utf8).write(to: file)
    Issue.record("recorded \(name); look at it, then run without recording", sourceLocation: location)
    return
  }
  guard let recorded = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record("there is no recording \(name).txt", sourceLocation: location)
    return
  }
  #expect(actual == recorded, "the screen is not the recorded \(name)", sourceLocation: location)
}

/// Without colours a screen has the same cells and attributes, so it needs no recording of its own: what matters is that
/// a bar whose colour judges something stands beside a word that says so.
private func expectNothingByColorAlone(in canvas: Canvas, _ name: String, _ location: SourceLocation) {
  for y in 0..<canvas.size.height {
    let judged = (0..<canvas.size.width).map { canvas[$0, y] }
      .filter { [.red, .yellow, .green].contains($0.style.foreground) }
    guard judged.contains(where: { canvas.glyphs.barEighths.contains($0.text) }) else { continue }
    let hasWord = judged.contains { cell in cell.text.contains { $0.isLetter } }
    #expect(hasWord, "line \(y) of \(name) says something by its colour alone", sourceLocation: location)
  }
}
