import CNcurses
import RollcallCTerminal

/// The process's terminal, which is kept in C for signal handlers.
///
/// One thread at a time uses it. The C code guards it against other threads while the program ends.
enum NativeTerminal {
  /// Curses' screen.
  private nonisolated(unsafe) static var screen: OpaquePointer?

  /// The signal that the terminal's driver sends for a control character; `nil` if it sends none.
  static func signal(ofKey byte: UInt8) -> Int32? {
    let signal = rollcall_signal_of_key(byte)
    return signal == 0 ? nil : signal
  }

  /// Reads the printed output so far without waiting, and keeps it for the end. Can be called on any thread.
  static func readOutput() -> [UInt8] {
    // As much as a pipe holds.
    unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = unsafe rollcall_read_output(buffer.baseAddress, buffer.count)
    }
  }

  /// Opens curses' screen. Returns `false` if curses refuses.
  static func openScreen(type: String) -> Bool {
    guard let drawing = unsafe rollcall_open_drawing() else { return false }
    unsafe screen = rollcall_open_screen(drawing, type)
    rollcall_discard_drawn()
    return unsafe screen != nil
  }

  static func closeScreen() {
    if let screen = unsafe screen { unsafe delscreen(screen) }
    unsafe screen = nil
    rollcall_close_drawing()
  }

  /// Adds bytes to curses' output.
  static func draw(_ sequence: String) { unsafe rollcall_draw_bytes(sequence, sequence.utf8.count) }

  /// From now on, restores the terminal however the process ends.
  static func armRestore(sequence: String, programName: String, note: CrashNote?) {
    unsafe rollcall_arm_restore(sequence, sequence.utf8.count, programName, note?.address)
  }

  /// Runs code that uses the terminal or the captured output. A crash on another thread waits for it.
  static func whileDrawing<Result>(_ body: () -> Result) -> Result {
    rollcall_begin_drawing()
    defer { rollcall_end_drawing() }
    return body()
  }
}
