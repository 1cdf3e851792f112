import CNcurses
import TerminalUI

/// A terminal taken over: its device, its screen, the program's signals and output. Made, used and closed once.
final class TerminalSession {
  let screen: Screen
  let waker: TerminalWaker
  let device: Int32
  let signals: Int32
  let output: Int32
  let options: TerminalOptions

  private let signalWriter: Int32

  /// Takes the terminal over. If that fails, nothing has changed.
  init(options: TerminalOptions) throws(TerminalError) {
    let type = try Self.usableType()
    let device = rollcall_open_device(0)
    guard device >= 0 else { throw .unavailable("its device can't be opened") }
    guard rollcall_remember_modes(device) == 0 else {
      rollcall_close(device)
      throw .notATerminal(.input)
    }
    var signals: Int32 = -1
    var signalWriter: Int32 = -1
    guard unsafe rollcall_open_pipe(&signals, &signalWriter, 1) == 0, let waker = TerminalWaker() else {
      rollcall_close(device)
      throw .unavailable("no pipe could be opened")
    }
    let isUnicode = CharacterSet.adopt()
    // Before the screen: curses leaves handlers alone that it finds.
    rollcall_install_signal_pipe(signalWriter)
    let output = rollcall_capture_output()
    let screen = Screen(
      device: device, type: type, glyphs: isUnicode && options.glyphs == .automatic ? .unicode : .ascii,
      isColored: options.isColored)
    guard let screen else {
      rollcall_remove_signal_pipe()
      rollcall_release_output()
      rollcall_close(device)
      throw .unavailable("curses refuses a terminal of type \"\(type)\"")
    }
    let restore = screen.restoreSequence
    unsafe rollcall_arm_restore(
      restore, restore.utf8.count, options.programName, options.crashSlots?.subject, options.crashSlots?.activity)
    self.options = options
    self.device = device
    self.signals = signals
    self.signalWriter = signalWriter
    self.output = output
    self.waker = waker
    self.screen = screen
  }

  /// Gives everything back and prints what was captured.
  func close() {
    rollcall_begin_drawing()
    // Otherwise another thread is ending the program, and gives the terminal back itself.
    if rollcall_disarm_restore() != 0 {
      screen.close()
      rollcall_remove_signal_pipe()
      rollcall_release_output()
      rollcall_flush_standard_output()
    }
    rollcall_end_drawing()
    for descriptor in [device, signals, signalWriter] { rollcall_close(descriptor) }
  }

  /// Stops the program as Ctrl-Z does by default; returns when it goes on.
  func suspend() {
    Self.whileDrawing { screen.leave() }
    rollcall_raise_by_default(rollcall_stop_signal())
  }

  /// Runs what touches the terminal or the captured output, so that a crash elsewhere waits for it.
  static func whileDrawing<Result>(_ body: () -> Result) -> Result {
    rollcall_begin_drawing()
    defer { rollcall_end_drawing() }
    return body()
  }

  private static func usableType() throws(TerminalError) -> String {
    guard rollcall_is_terminal(0) != 0 else { throw .notATerminal(.input) }
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

extension TerminalOptions {
  /// Whether the user wants colours.
  var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .automatic: Environment.value("NO_COLOR").map(\.isEmpty) ?? true
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
