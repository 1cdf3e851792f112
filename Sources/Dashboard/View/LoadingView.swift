#if CommandLine
public import TerminalUI
import TextFormatting

/// The whole screen while a recording is read for the first time: how far that is.
public struct LoadingView {
  private let path: String
  private let done: UInt64
  private let total: UInt64

  /// - Parameters:
  ///   - path: The recording's file.
  ///   - done: How many bytes have been read.
  ///   - total: How many there are; 0 where that is not known yet.
  public init(path: String, done: UInt64, total: UInt64) {
    self.path = path
    self.done = done
    self.total = total
  }

  /// Draws it in the middle of a blank canvas of any size.
  public func draw(on canvas: inout Canvas) {
    let width = min(60, canvas.size.width - 2)
    guard width > 8, canvas.size.height > 0 else { return }
    let (x, y) = ((canvas.size.width - width) / 2, max(0, canvas.size.height / 2 - 2))
    let fraction = total > 0 ? min(1, Double(done) / Double(total)) : 0
    let name = path.truncatedBeforeTheEnd(toColumns: width - 8, ellipsis: canvas.glyphs.ellipsis)
    canvas.write("Reading \(name)", x: x, y: y, style: .bold, maxColumns: width)
    canvas.write("[", x: x, y: y + 1, style: Palette.label)
    if done > 0 {
      let bar = Bar.text(from: 0, to: fraction, width: width - 2, glyphs: canvas.glyphs)
      canvas.write(bar, x: x + 1, y: y + 1, style: Palette.bar)
    }
    canvas.write("]", x: x + width - 1, y: y + 1, style: Palette.label)
    let amount = "\(Int(fraction * 100))%  \(megabytes(done)) of \(megabytes(total)) MB"
    let used = canvas.write(amount, x: x, y: y + 2, maxColumns: width)
    let hint = "Esc cancel"
    guard used + 2 + hint.columnWidth <= width else { return }
    let key = canvas.write("Esc", x: x + width - hint.columnWidth, y: y + 2, style: Palette.key)
    canvas.write("cancel", x: x + width - hint.columnWidth + key + 1, y: y + 2)
  }

  private func megabytes(_ bytes: UInt64) -> String {
    let tenths = bytes / 100_000
    return tenths < 1_000 ? "\(tenths / 10).\(tenths % 10)" : Words.number(Int(clamping: tenths / 10))
  }
}
#endif
