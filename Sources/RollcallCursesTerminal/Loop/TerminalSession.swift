import CNcurses
import RollcallCTerminal
import RollcallTerminalUI

/// A terminal that was taken over: its device and screen, and the program's signals and output. Used once.
final class TerminalSession {
  let screen: Screen
  let waker: TerminalWaker
  let device: Int32
  let signals: Int32
  let output: Int32
  let printed: PrintedOutput

  private let signalWriter: Int32
  /// A sentence to print after the screen has gone.
  private let note: String?

  /// Takes over the terminal. If this fails, nothing has changed.
  init(options: TerminalOptions) throws(TerminalError) {
    let (type, note) = try Self.usableType(options)
    let device = rollcall_open_device(options.leavesInput ? 1 : 0)
    guard device >= 0 else { throw .unavailable("its device can't be opened") }
    var (signals, signalWriter, output) = (Int32(-1), Int32(-1), Int32(-1))
    var isTaken = false
    defer {
      if !isTaken {
        rollcall_release_output()
        for descriptor in [device, signals, signalWriter] where descriptor >= 0 { rollcall_close(descriptor) }
      }
    }
    guard rollcall_adopt_device(device) == 0 else { throw .notATerminal(.input) }
    let waker = options.waker
    guard unsafe rollcall_open_pipe(&signals, &signalWriter, 1) == 0, waker.isUsable else {
      throw .unavailable("no pipe could be opened")
    }
    guard rollcall_may_write_screen(device) != 0 else {
      throw .unavailable("the limit on the size of files (ulimit -f) is too small to draw")
    }
    let glyphs = CharacterSet.adopt(for: options.glyphs)
    output = rollcall_capture_output()
    guard output >= 0 else { throw .unavailable("standard output and standard error can't be captured") }
    // Before the screen is opened: curses does not replace existing handlers.
    rollcall_install_signal_pipe(signalWriter)
    let screen = Screen(
      device: device, type: type, glyphs: glyphs, isColored: options.isColored)
    guard let screen else {
      NativeTerminal.closeScreen()
      rollcall_remove_signal_pipe()
      throw .unavailable("curses refuses a terminal of type \"\(type)\"")
    }
    NativeTerminal.armRestore(
      sequence: screen.restoreSequence, programName: options.programName, note: options.crashNote)
    rollcall_set_working_modes()
    isTaken = true
    self.device = device
    self.signals = signals
    self.signalWriter = signalWriter
    self.note = note
    self.output = output
    printed = PrintedOutput(
      longestLine: 4_096, read: { NativeTerminal.readOutput() },
      take: { for line in $0 { options.printed(PlainText.of(String(decoding: line, as: UTF8.self))) } })
    self.waker = waker
    self.screen = screen
  }

  /// The descriptors to close at the end.
  var descriptors: [Int32] { [device, signals, signalWriter] }

  /// Restores everything and prints the captured output.
  func close() {
    NativeTerminal.whileDrawing { printed.close() }
    Self.giveBack(descriptors, note: note)
  }

  /// Gives the terminal and the signals back, and prints the captured output.
  static func giveBack(_ descriptors: [Int32], note: String? = nil) {
    NativeTerminal.whileDrawing {
      // If this fails, another thread is ending the program and restores the terminal.
      guard rollcall_disarm_restore() != 0 else { return }
      rollcall_leave_terminal()
      NativeTerminal.closeScreen()
      rollcall_remove_signal_pipe()
      rollcall_release_output()
      rollcall_flush_standard_output()
      if let note { unsafe rollcall_print_error(note + "\n") }
    }
    for descriptor in descriptors { rollcall_close(descriptor) }
  }

  /// Stops the program, as Ctrl-Z does by default. Returns when it continues, and at once if a shell continued it while
  /// it left the screen.
  func suspend() {
    let mask = rollcall_send_waiting_signal(SIGTSTP)
    NativeTerminal.whileDrawing {
      rollcall_leave_terminal()
      screen.forget()
    }
    rollcall_take_signal(SIGTSTP, mask)
  }

  /// Takes over the terminal again. The shell may have changed its modes and screen.
  func resume() {
    NativeTerminal.whileDrawing { rollcall_set_working_modes() }
    screen.repaint()
  }

  /// Returns a type that curses knows, and the sentence for the user if it is not the one in TERM.
  private static func usableType(_ options: TerminalOptions) throws(TerminalError) -> (type: String, note: String?) {
    guard options.leavesInput || isatty(0) != 0 else { throw .notATerminal(.input) }
    guard isatty(1) != 0 else { throw .notATerminal(.output) }
    guard let type = Environment.value("TERM"), !type.isEmpty else { throw .missingType }
    switch unsafe rollcall_check_terminal_type(type, 1) {
    case 0: return (type, nil)
    case 1:
      let used = TerminalTypes.fallbacks(for: type).first { unsafe rollcall_check_terminal_type($0, 1) == 0 }
      guard let used else { throw .unknownType(type) }
      return (used, TerminalTypes.note(programName: options.programName, type: type, used: used))
    case 2: throw .missingDatabase(type: type)
    default: throw .noCursorAddressing(type: type)
    }
  }
}

enum Environment {
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
