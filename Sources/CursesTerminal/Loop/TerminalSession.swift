import CNcurses
import TerminalUI

/// A terminal taken over: its device, its screen, the program's signals and output. Made, used and closed once.
final class TerminalSession {
  let screen: Screen
  let waker: TerminalWaker
  let device: Int32
  let signals: Int32
  let output: Int32
  let printed: PrintedOutput
  let options: TerminalOptions

  private let signalWriter: Int32
  /// The device's modes while the screen is up.
  private var workingModes = termios()

  /// Takes the terminal over. If that fails, nothing has changed.
  init(options: TerminalOptions) throws(TerminalError) {
    let type = try Self.usableType(options)
    let device = rollcall_open_device(options.leavesInput ? 1 : 0)
    guard device >= 0 else { throw .unavailable("its device can't be opened") }
    guard NativeTerminal.shared.rememberModes(device: device) else {
      rollcall_close(device)
      throw .notATerminal(.input)
    }
    var signals: Int32 = -1
    var signalWriter: Int32 = -1
    let waker = TerminalWaker()
    guard unsafe rollcall_open_pipe(&signals, &signalWriter, 1) == 0, waker.isUsable else {
      rollcall_close(device)
      throw .unavailable("no pipe could be opened")
    }
    let glyphs = CharacterSet.adopt(for: options.glyphs)
    // Before the screen: curses leaves handlers alone that it finds.
    NativeTerminal.shared.installSignalPipe(writer: signalWriter)
    let output = NativeTerminal.shared.captureOutput()
    let screen = Screen(
      device: device, type: type, glyphs: glyphs, isColored: options.isColored)
    guard let screen else {
      NativeTerminal.shared.closeScreen()
      NativeTerminal.shared.removeSignalPipe()
      NativeTerminal.shared.releaseOutput()
      rollcall_close(device)
      throw .unavailable("curses refuses a terminal of type \"\(type)\"")
    }
    NativeTerminal.shared.armRestore(
      sequence: screen.restoreSequence, programName: options.programName, slots: options.crashSlots)
    self.options = options
    self.device = device
    self.signals = signals
    self.signalWriter = signalWriter
    self.output = output
    printed = PrintedOutput(reading: output, waker: waker)
    self.waker = waker
    self.screen = screen
    _ = unsafe tcgetattr(device, &workingModes)
  }

  /// Gives everything back and prints what was captured.
  func close() {
    printed.close()
    NativeTerminal.shared.whileDrawing {
      // Otherwise another thread is ending the program, and gives the terminal back itself.
      guard NativeTerminal.shared.disarmRestore() else { return }
      screen.close()
      NativeTerminal.shared.removeSignalPipe()
      NativeTerminal.shared.releaseOutput()
      rollcall_flush_standard_output()
    }
    for descriptor in [device, signals, signalWriter] { rollcall_close(descriptor) }
  }

  /// Stops the program as Ctrl-Z does by default; returns when it goes on.
  func suspend() {
    NativeTerminal.shared.whileDrawing {
      var leave = rollcall_leave()
      unsafe rollcall_begin_leave(device, &workingModes, &leave)
      // The modes first: whoever sees the shell's screen may type, and that must be the shell's to read.
      if leave.keeps_modes == 0 { reset_shell_mode() }
      screen.leave()
      unsafe rollcall_end_leave(device, &leave)
    }
    rollcall_raise_by_default(rollcall_stop_signal())
  }

  private static func usableType(_ options: TerminalOptions) throws(TerminalError) -> String {
    guard options.leavesInput || rollcall_is_terminal(0) != 0 else { throw .notATerminal(.input) }
    guard rollcall_is_terminal(1) != 0 else { throw .notATerminal(.output) }
    guard let type = Environment.value("TERM"), !type.isEmpty else { throw .missingType }
    switch unsafe rollcall_check_terminal_type(type, 1) {
    case 0: return type
    case 1: throw .unknownType(type)
    case 2: throw .missingDatabase(type: type)
    default: throw .noCursorAddressing(type: type)
    }
  }
}

/// The process's environment.
enum Environment {
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
