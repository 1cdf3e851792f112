#if CommandLine
import Foundation
import TerminalUI
import TextFormatting

/// Where a plain dashboard writes its lines, and what is wrong with a typed one. Used by one thread at a time.
final class PlainOutput {
  private let output: FileHandle
  private let errors: FileHandle
  private let glyphs: GlyphSet
  /// Whether the last line that was written is not ended.
  private var hasPrompt = false
  /// Whether lines could not be written, so that nobody knows what comes of anything.
  private(set) var isBroken = false

  /// - Parameters:
  ///   - output: Where lines go.
  ///   - errors: Where complaints go.
  ///   - glyphs: The signs that may be written.
  init(output: FileHandle, errors: FileHandle = .standardError, glyphs: GlyphSet = .unicode) {
    self.output = output
    self.errors = errors
    self.glyphs = glyphs
  }

  func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    endPrompt()
    write(text(of: lines))
  }

  func complain(_ problem: String) {
    endPrompt()
    try? errors.write(contentsOf: Data(text(of: [problem]).utf8))
  }

  /// Says that a line can be typed.
  func prompt() {
    guard !hasPrompt else { return }
    hasPrompt = true
    write("> ")
  }

  /// A line was typed: its echo has ended the prompt's.
  func noteLine() { hasPrompt = false }

  /// Ends the prompt's line, if there is one.
  func endPrompt() {
    guard hasPrompt else { return }
    hasPrompt = false
    write("\n")
  }

  private func write(_ text: String) {
    guard !isBroken else { return }
    do {
      try output.write(contentsOf: Data(text.utf8))
    } catch {
      isBroken = true
      complain("Standard output can't be written.")
    }
  }

  private func text(of lines: [String]) -> String {
    lines.map { "\(glyphs.plain($0.printable(.line)))\n" }.joined()
  }
}
#endif
