import CNcurses
import RollcallCTerminal
import RollcallTerminalUI

/// The terminal's screen, through curses. It shows canvases and sends only changes.
///
/// Only one thread uses it at a time.
final class Screen {
  let glyphs: GlyphSet
  /// How a text reaches the user's clipboard; `nil` if that is impossible.
  let clipboard: Clipboard?
  private(set) var size: Size

  private let device: Int32
  private let colors: ScreenColors
  private let isXtermLike: Bool
  private let hasMouse: Bool
  /// The sequence that makes the terminal send keys as its description says.
  private let keypad: String
  private var shown: Canvas?
  private var isMouseOn = false
  /// Whether the terminal shows something else until the next canvas.
  private var isLeft = true
  /// Whether the terminal has not yet accepted all of the latest frame.
  private(set) var isBehind = false

  /// Opens the screen without showing anything. `nil` if curses refuses.
  init?(device: Int32, type: String, glyphs: GlyphSet, isColored: Bool) {
    guard NativeTerminal.openScreen(type: type) else { return nil }
    self.device = device
    self.glyphs = glyphs
    isXtermLike = ControlSequences.isXtermLike(type: type)
    clipboard = Clipboard(type: type, isXtermLike: isXtermLike, environment: Environment.value)
    hasMouse = isXtermLike || ControlSequences.capability("kmous") != nil
    keypad = ControlSequences.capability("smkx") ?? ""
    colors = isColored ? .started() : ScreenColors(count: 0)
    size = Self.deviceSize(device)
    resizeterm(Int32(size.height), Int32(size.width))
  }

  /// The sequence that a signal handler writes to restore the terminal.
  var restoreSequence: String {
    // The keys come before `rmcup`, because kitty keeps their form for each screen, and before `sgr0`, because a
    // terminal may mistake a part of them for a style.
    var sequence = isXtermLike ? ControlSequences.pasteMarksOff + ControlSequences.previousKeys : ""
    if hasMouse { sequence += ControlSequences.mouseOff }
    sequence += ["rmkx", "sgr0", "op", "cnorm", "rmcup"].compactMap(ControlSequences.capability).joined()
    return sequence + wipe + "\r"
  }

  /// Clears what would remain below the shell's prompt on a terminal without a second screen.
  private var wipe: String {
    guard ControlSequences.capability("rmcup") == nil else { return "" }
    return ControlSequences.capability("clear") ?? "\r\n"
  }

  /// Shows a canvas of the screen's size, and replaces it with the previous canvas, which still has the old frame.
  func show(_ canvas: inout Canvas) {
    let before = shown
    for y in 0..<canvas.size.height {
      draw(before.map { canvas.changedColumns(ofRow: y, since: $0) } ?? 0..<canvas.size.width, ofRow: y, of: canvas)
    }
    shown = canvas
    canvas = before ?? Canvas(size: size, glyphs: glyphs)
    rollcall_show_changes()
    if isLeft {
      isLeft = false
      draw(keypad)
      if isXtermLike { draw(ControlSequences.pasteMarksOn + ControlSequences.usualKeys) }
      if isMouseOn { draw(ControlSequences.mouseOn) }
    }
    send()
  }

  /// Sends drawn output as far as the terminal accepts it now.
  func send() { isBehind = rollcall_send_drawn() == 0 }

  /// Adopts the device's size. Returns it if it changed.
  func adoptSize() -> Size? {
    let now = Self.deviceSize(device)
    guard now != size else { return nil }
    size = now
    shown = nil
    resizeterm(Int32(size.height), Int32(size.width))
    return size
  }

  /// Makes the next canvas be painted in full, whatever the terminal shows now.
  func repaint() {
    shown = nil
    if !isLeft {
      if isXtermLike { draw(ControlSequences.previousKeys) }
      rollcall_leave_screen()
    }
    isLeft = true
  }

  /// Notes that the terminal is released until the next canvas is shown.
  func forget() {
    repaint()
    rollcall_discard_drawn()
    isBehind = false
  }

  func setMouse(_ isOn: Bool) {
    guard hasMouse, isOn != isMouseOn else { return }
    isMouseOn = isOn
    if !isLeft { draw(isOn ? ControlSequences.mouseOn : ControlSequences.mouseOff) }
  }

  /// Asks the terminal to copy text to the user's clipboard.
  func copy(_ text: String) {
    if isXtermLike { draw(ControlSequences.copy(text)) }
  }

  private func draw(_ sequence: String) { NativeTerminal.draw(sequence) }

  private func draw(_ columns: Range<Int>, ofRow y: Int, of canvas: Canvas) {
    CellRun.forEach(in: columns, ofRow: y, of: canvas) { run in
      let look = colors.look(of: run.style)
      unsafe run.scalars.withUnsafeBufferPointer { scalars in
        unsafe rollcall_write_run(
          Int32(y), Int32(run.start), scalars.baseAddress, Int32(scalars.count), look.style.attributes, look.pair)
      }
    }
  }

  private static func deviceSize(_ device: Int32) -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    unsafe rollcall_device_size(device, &columns, &rows)
    return Size(width: Int(columns), height: Int(rows))
  }
}
