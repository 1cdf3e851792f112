import CNcurses

/// Shows a terminal program on the terminal that the process was started in.
public enum CursesTerminal {
  /// Takes the terminal over and runs a program on a thread of its own, until it is finished or a signal ends it.
  ///
  /// Returns as soon as the screen is up, so that the caller's thread can be a run loop. While the program runs,
  /// descriptors 1 and 2 are captured: what anybody prints comes as `output` events, and is printed to the original
  /// standard error afterwards, its last 256 KB; what child processes print later there is passed on as it comes. However
  /// the process ends (return, `exit`, a trap, a signal other than `SIGKILL`), the terminal is given back first; of stack
  /// overflows that is so on the calling thread and on the terminal's. A terminal that takes nothing holds up neither the
  /// program nor its end. The character set of the C library becomes the user's; its other locale settings stay as they are.
  ///
  /// One program at a time.
  ///
  /// - Parameters:
  ///   - options: What to use of the terminal.
  ///   - makeProgram: Makes the program, on the terminal's thread.
  ///   - completion: Called on the terminal's thread, after the terminal was given back.
  /// - Throws: Why there is no screen; then nothing has changed.
  public static func run(
    options: TerminalOptions, program makeProgram: @escaping @Sendable (TerminalContext) -> any TerminalProgram,
    completion: @escaping @Sendable (TerminalResult) -> Void
  ) throws(TerminalError) {
    let session = try TerminalSession(options: options)
    let device = session.device
    let context = TerminalContext(
      size: session.screen.size, glyphs: session.screen.glyphs, waker: session.waker, printed: session.printed,
      hasClipboard: session.screen.hasClipboard, isInputWaiting: { rollcall_unread_bytes(device) > 0 })
    let isStarted = DrawingThread.start {
      let result = show(makeProgram(context), in: session)
      completion(result)
    }
    if !isStarted {
      NativeTerminal.shared.restore()
      throw .unavailable("no thread could be started")
    }
  }

  private static func show(_ program: any TerminalProgram, in session: TerminalSession) -> TerminalResult {
    defer { session.close() }
    var loop = EventLoop(session: session, program: program)
    return loop.run()
  }
}
