import RollcallCTerminal

/// Runs a terminal program on the terminal in which the process was started.
public enum CursesTerminal {
  /// Takes over the terminal and runs a program on a separate thread, until the program is finished or a signal ends
  /// it.
  ///
  /// Returns as soon as the screen is up, so that the caller's thread can run a run loop. Only one program can run at a
  /// time.
  ///
  /// While the program runs, descriptors 1 and 2 are captured, and printed lines are given to `TerminalOptions.printed`.
  /// Afterwards, the last 256 KB are printed to the original standard error. Later output of child processes is passed on as it
  /// arrives.
  ///
  /// The terminal is restored however the process ends: return, `exit`, a trap, or a signal other than `SIGKILL`. After
  /// a stack overflow, it is restored if the overflow was on the calling thread or the terminal's thread. A terminal
  /// that accepts no output delays neither the program nor its end.
  ///
  /// The C library adopts the user's character set. Its other locale settings do not change.
  ///
  /// - Parameters:
  ///   - options: What to use of the terminal.
  ///   - makeProgram: Creates the program, on the terminal's thread.
  ///   - completion: Called on the terminal's thread, after the terminal was restored.
  /// - Returns: What the program learns about its terminal.
  /// - Throws: The reason if there is no screen. Nothing has changed then.
  @discardableResult
  public static func run(
    options: TerminalOptions, program makeProgram: @escaping @Sendable (TerminalContext) -> any TerminalProgram,
    completion: @escaping @Sendable (TerminalResult) -> Void
  ) throws(TerminalError) -> TerminalContext {
    let session = try TerminalSession(options: options)
    let (device, descriptors) = (session.device, session.descriptors)
    let context = TerminalContext(
      size: session.screen.size, glyphs: session.screen.glyphs, waker: session.waker,
      isInputWaiting: { rollcall_unread_bytes(device) > 0 }, printed: session.printed,
      clipboard: session.screen.clipboard)
    // Blocking code elsewhere, above all on the main thread, can't delay this thread.
    let isStarted = DetachedThread.start("rollcall-screen") {
      rollcall_become_drawer()
      var loop = EventLoop(session: session, program: makeProgram(context))
      let result = loop.run()
      session.close()
      completion(result)
    }
    guard !isStarted else { return context }
    context.printed.close()
    TerminalSession.giveBack(descriptors)
    throw .unavailable("no thread could be started")
  }
}
