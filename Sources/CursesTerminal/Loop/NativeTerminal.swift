import CNcurses

/// The state that signal handlers share with the program: one for the process, kept by C.
///
/// Everything is done by one thread at a time; what another thread does to it while the program ends is guarded in C.
@safe struct NativeTerminal: @unchecked Sendable {
  static let shared = unsafe NativeTerminal(state: rollcall_make_terminal())

  private let state: UnsafeMutablePointer<rollcall_terminal>?

  /// Remembers the device and its modes. False if it is no terminal.
  func adopt(device: Int32) -> Bool { unsafe rollcall_adopt_device(state, device) == 0 }

  /// Sets the modes that the program works in; in the background, that waits for the foreground.
  func setWorkingModes() { unsafe rollcall_set_working_modes(state) }

  /// Gives the terminal its modes and its other screen back.
  func leave() { unsafe rollcall_leave_terminal(state) }

  func installSignalPipe(writer: Int32) { unsafe rollcall_install_signal_pipe(state, writer) }
  func removeSignalPipe() { unsafe rollcall_remove_signal_pipe(state) }

  /// Captures descriptors 1 and 2; gives where to read what is printed, -1 if that failed.
  func captureOutput() -> Int32 { unsafe rollcall_capture_output(state) }

  /// Reads what was printed, and keeps it for the end.
  func readOutput() -> [UInt8] {
    let count = unsafe rollcall_read_output(state)
    return unsafe Array(UnsafeRawBufferPointer(start: rollcall_output_chunk(state), count: count))
  }

  /// Gives descriptors 1 and 2 back and prints what was captured.
  func releaseOutput() { unsafe rollcall_release_output(state) }

  func openScreen(type: String) -> Bool { unsafe rollcall_open_screen(state, type) == 0 }
  func closeScreen() { unsafe rollcall_close_screen(state) }

  /// Forgets what was drawn and not sent.
  func discardDrawn() { unsafe rollcall_discard_drawn(state) }

  /// Adds bytes to what curses draws.
  func draw(_ sequence: String) { unsafe rollcall_draw_bytes(state, sequence, sequence.utf8.count) }

  /// Sends what was drawn, as far as the terminal takes it; gives whether that was all.
  func sendDrawn() -> Bool { unsafe rollcall_send_drawn(state) != 0 }

  /// From here on the terminal is given back however the process ends.
  func armRestore(sequence: String, programName: String, slots: CrashSlots?) {
    unsafe rollcall_arm_restore(state, sequence, sequence.utf8.count, programName, slots?.subject, slots?.activity)
  }

  /// False if another thread is giving the terminal back already.
  func disarmRestore() -> Bool { unsafe rollcall_disarm_restore(state) != 0 }

  /// Gives the terminal back as the end of the process does.
  func restore() { rollcall_restore_at_exit() }

  /// Makes the calling thread the one that draws.
  func becomeDrawer() { unsafe rollcall_become_drawer(state) }

  /// Runs what touches the terminal or the captured output, so that a crash elsewhere waits for it.
  func whileDrawing<Result>(_ body: () -> Result) -> Result {
    unsafe rollcall_begin_drawing(state)
    defer { unsafe rollcall_end_drawing(state) }
    return body()
  }
}
