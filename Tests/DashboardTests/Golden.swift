import Foundation
import TerminalUI
import Testing

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
