import CNcurses

/// The state that signal handlers share with the program. It exists once per process, in C.
///
/// Only one thread uses it at a time. C code guards it against other threads while the program ends.
@safe struct NativeTerminal: @unchecked Sendable {
  static let shared = unsafe NativeTerminal(state: rollcall_make_terminal())

  private let state: UnsafeMutablePointer<rollcall_terminal>?

  /// Remembers the device and its modes. Returns `false` if it is not a terminal.
  func adopt(device: Int32) -> Bool { unsafe rollcall_adopt_device(state, device) == 0 }

  /// Sets the program's terminal modes. In the background, it waits for the foreground.
  func setWorkingModes() { unsafe rollcall_set_working_modes(state) }

  /// Restores the terminal's modes and its main screen.
  func leave() { unsafe rollcall_leave_terminal(state) }

  func installSignalPipe(writer: Int32) { unsafe rollcall_install_signal_pipe(state, writer) }

  /// The signal that the terminal's driver sends for a control character; `nil` if it sends none.
  func signal(ofKey byte: UInt8) -> Int32? {
    let signal = unsafe rollcall_signal_of_key(state, byte)
    return signal == 0 ? nil : signal
  }

  func removeSignalPipe() { unsafe rollcall_remove_signal_pipe(state) }

  /// Captures descriptors 1 and 2. Returns the descriptor to read printed output from, or -1 on failure.
  func captureOutput() -> Int32 { unsafe rollcall_capture_output(state) }

  /// Reads the printed output so far without waiting, and keeps it for the end. Can be called on any thread.
  func readOutput() -> [UInt8] {
    // As much as a pipe holds.
    unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = unsafe rollcall_read_output_into(state, buffer.baseAddress, buffer.count)
    }
  }

  /// Restores descriptors 1 and 2 and prints the captured output.
  func releaseOutput() { unsafe rollcall_release_output(state) }

  func openScreen(type: String) -> Bool { unsafe rollcall_open_screen(state, type) == 0 }
  func closeScreen() { unsafe rollcall_close_screen(state) }

  /// Discards drawn output that was not sent.
  func discardDrawn() { unsafe rollcall_discard_drawn(state) }

  /// Adds bytes to curses' output.
  func draw(_ sequence: String) { unsafe rollcall_draw_bytes(state, sequence, sequence.utf8.count) }

  /// Sends drawn output as far as the terminal accepts it. Returns whether all was sent.
  func sendDrawn() -> Bool { unsafe rollcall_send_drawn(state) != 0 }

  /// From now on, restores the terminal however the process ends.
  func armRestore(sequence: String, programName: String, note: CrashNote?) {
    unsafe rollcall_arm_restore(state, sequence, sequence.utf8.count, programName, note?.address)
  }

  /// Returns `false` if another thread is already restoring the terminal.
  func disarmRestore() -> Bool { unsafe rollcall_disarm_restore(state) != 0 }

  /// Restores the terminal as at the end of the process.
  func restore() { rollcall_restore_at_exit() }

  /// Makes the calling thread the drawing thread.
  func becomeDrawer() { unsafe rollcall_become_drawer(state) }

  /// Runs code that uses the terminal or the captured output. A crash on another thread waits for it.
  func whileDrawing<Result>(_ body: () -> Result) -> Result {
    unsafe rollcall_begin_drawing(state)
    defer { unsafe rollcall_end_drawing(state) }
    return body()
  }
}
