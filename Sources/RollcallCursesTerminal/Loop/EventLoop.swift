import RollcallCTerminal
import RollcallTerminalUI

/// Waits for events, passes them to the program, and draws.
struct EventLoop {
  private let session: TerminalSession
  private let program: any TerminalProgram
  private let clock = ContinuousClock()
  private var input = InputReader.ofTheTerminal
  private var pacer = FramePacer()
  /// When the program last got a tick.
  private var lastTick = ContinuousClock.now
  /// The canvas for the next frame.
  private var canvas = Canvas(size: Size(width: 0, height: 0))
  private var output: Int32
  private var result: TerminalResult?

  init(session: TerminalSession, program: any TerminalProgram) {
    self.session = session
    self.program = program
    output = session.output
  }

  /// Runs until the program is finished or a signal ends it.
  mutating func run() -> TerminalResult {
    pacer.request(at: clock.now, isUrgent: true)
    while true {
      if let result { return result }
      if program.isFinished { return .quit }
      drawIfDue()
      let tick = program.tickInterval.map { lastTick + $0 }
      let found = rollcall_wait(
        session.device, session.screen.isBehind ? 1 : 0, session.waker.reading, session.signals, output,
        milliseconds(until: tick, input.deadline))
      handle(found)
      if let tick, tick <= clock.now {
        lastTick = clock.now
        send(.tick)
      }
    }
  }

  private mutating func handle(_ found: Int32) {
    if found & ROLLCALL_WRITABLE != 0 { NativeTerminal.whileDrawing { session.screen.send() } }
    if found & ROLLCALL_SIGNALS != 0 { readSignals() }
    if found & ROLLCALL_KEYS != 0 {
      handle(input.read(from: session.device, now: clock.now))
      // Shows the effect of a key before other events are handled.
      if !program.isFinished { drawIfDue() }
    } else {
      handle(input.timeOut(now: clock.now))
    }
    if found & ROLLCALL_WOKEN != 0 {
      session.waker.rearm()
      send(.woken)
    }
    if found & ROLLCALL_OUTPUT != 0 { NativeTerminal.whileDrawing { _ = session.printed.passOn() } }
    if found & ROLLCALL_OUTPUT_CLOSED != 0 { output = -1 }
    if found & ROLLCALL_DEVICE_GONE != 0 { terminate(by: SIGHUP) }
  }

  private mutating func send(_ event: TerminalEvent, isUrgent: Bool = false) {
    guard result == nil else { return }
    program.handle(event)
    pacer.request(at: clock.now, isUrgent: isUrgent)
  }

  private mutating func terminate(by signal: Int32) {
    send(.terminate(signal: signal))
    if result == nil { result = .signal(signal) }
  }

  private mutating func handle(_ inputs: [TerminalInput]) {
    var rest = inputs[...]
    while !program.isFinished, let input = program.next(of: &rest) {
      // The terminal has reported the key in a form that its driver does not know.
      if let signal = Self.signal(of: input) {
        rollcall_signal_group(signal)
        continue
      }
      if input == .key(.control("l")) { session.screen.repaint() }
      send(.input(input), isUrgent: true)
    }
  }

  private static func signal(of input: TerminalInput) -> Int32? {
    guard case .key(.control(let character)) = input, let letter = character.asciiValue else { return nil }
    return NativeTerminal.signal(ofKey: letter & 0x1F)
  }

  private mutating func readSignals() {
    while true {
      switch rollcall_read_signal(session.signals) {
      case 0: return
      case SIGWINCH: adoptSize()
      case SIGTSTP:
        session.suspend()
        resume()
      // Also after a stop that this loop did not cause.
      case SIGCONT: resume()
      case let signal: terminate(by: signal)
      }
    }
  }

  private mutating func resume() {
    session.resume()
    adoptSize()
    send(.resumed, isUrgent: true)
  }

  private mutating func adoptSize() {
    if let size = session.screen.adoptSize() { send(.resize(size), isUrgent: true) }
  }

  private mutating func drawIfDue() {
    guard !session.screen.isBehind, pacer.isDue(at: clock.now) else { return }
    // Before drawing, since the frame reports these as done.
    NativeTerminal.whileDrawing {
      session.screen.setMouse(program.isMouseEnabled)
      if let text = program.takeClipboardText() { session.screen.copy(text) }
    }
    if canvas.size == session.screen.size {
      canvas.clear()
    } else {
      canvas = Canvas(size: session.screen.size, glyphs: session.screen.glyphs)
    }
    program.draw(on: &canvas)
    NativeTerminal.whileDrawing { session.screen.show(&canvas) }
    pacer.didDraw(at: clock.now)
  }

  /// The time until the next frame or the earliest of `times`, rounded up; -1 if there is none.
  private func milliseconds(until times: ContinuousClock.Instant?...) -> Int32 {
    let frame = session.screen.isBehind ? nil : pacer.deadline
    guard let next = (times + [frame]).compactMap({ $0 }).min() else { return -1 }
    let wait = min(max(clock.now.duration(to: next), .zero), .seconds(1000))
    return Int32((wait / .milliseconds(1)).rounded(.up))
  }
}
