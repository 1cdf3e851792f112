import CNcurses

/// The state that signal handlers share with the program: one for the process, kept by C.
///
/// Everything is done by one thread at a time; what another thread does to it while the program ends is guarded in C.
@safe struct NativeTerminal: @unchecked Sendable {
  static let shared = unsafe NativeTerminal(state: rollcall_make_terminal())

  private let state: UnsafeMutablePointer<rollcall_terminal>?

  /// Remembers the device and its modes. False if it is no terminal.
  func rememberModes(device: Int32) -> Bool { unsafe rollcall_remember_modes(state, device) == 0 }

  func installSignalPipe(writer: Int32) { unsafe rollcall_install_signal_pipe(state, writer) }
  func removeSignalPipe() { unsafe rollcall_remove_signal_pipe(state) }

  /// Captures descriptors 1 and 2; gives where to read what is printed.
  func captureOutput() -> Int32 { unsafe rollcall_capture_output(state) }

  /// Reads what was printed, and keeps it for the end.
  func readOutput() -> [UInt8] {
    let count = unsafe rollcall_read_output(state)
    return unsafe Array(UnsafeRawBufferPointer(start: rollcall_output_chunk(state), count: count))
  }

  /// Gives descriptors 1 and 2 back and prints what was captured.
  func releaseOutput() { unsafe rollcall_release_output(state) }

  func openScreen(type: String, device: Int32) -> Bool { unsafe rollcall_open_screen(state, type, device) == 0 }
  func closeScreen() { unsafe rollcall_close_screen(state) }

  /// From here on the terminal is given back however the process ends.
  func armRestore(sequence: String, programName: String, slots: CrashSlots?) {
    unsafe rollcall_arm_restore(state, sequence, sequence.utf8.count, programName, slots?.subject, slots?.activity)
  }

  /// False if another thread is giving the terminal back already.
  func disarmRestore() -> Bool { unsafe rollcall_disarm_restore(state) != 0 }

  /// Gives the terminal back as a crash would.
  func restore() { _ = unsafe rollcall_restore_now(state) }

  /// Makes the calling thread the one that draws.
  func becomeDrawer() { unsafe rollcall_become_drawer(state) }

  /// Runs what touches the terminal or the captured output, so that a crash elsewhere waits for it.
  func whileDrawing<Result>(_ body: () -> Result) -> Result {
    unsafe rollcall_begin_drawing(state)
    defer { unsafe rollcall_end_drawing(state) }
    return body()
  }
}
