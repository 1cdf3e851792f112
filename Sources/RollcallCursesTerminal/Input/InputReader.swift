import RollcallCTerminal
import RollcallTerminalUI

/// Reads keys, mouse events and pastes.
struct InputReader {
  private var parser: InputParser
  private var clicks = ClickPairs()

  /// When to end unfinished input if nothing more arrives. `nil` if there is none, so that waiting costs nothing.
  private(set) var deadline: ContinuousClock.Instant?

  /// When the current ignored string began.
  private var stringBegan: ContinuousClock.Instant?

  /// The longest duration of an ignored string. Alt with some letters looks like the start of one, and later keys are
  /// lost.
  private static let longestString = Duration.seconds(2)

  /// The most bytes to take at once. The rest follows after the next frame.
  private static let mostBytes = 64 << 10

  init(parser: InputParser) { self.parser = parser }

  /// A reader for the screen's terminal.
  static var ofTheTerminal: InputReader {
    let delay = Environment.value("ESCDELAY").flatMap(Int.init).map { min(max(0, $0), 10_000) } ?? 25
    return InputReader(parser: InputParser(keys: KeyStrings.ofTheTerminal, escapeDelay: .milliseconds(delay)))
  }

  /// Reads everything that is available without waiting, up to `mostBytes`.
  mutating func read(from device: Int32, now: ContinuousClock.Instant) -> [TerminalInput] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    var inputs: [TerminalInput] = []
    for _ in 0..<(Self.mostBytes / chunk.count) {
      let count = unsafe rollcall_read_available(device, &chunk, chunk.count)
      guard count > 0 else { break }
      inputs += take(chunk.prefix(Int(count)), now: now)
    }
    return inputs
  }

  /// Takes bytes from the terminal.
  mutating func take(_ bytes: some Sequence<UInt8>, now: ContinuousClock.Instant) -> [TerminalInput] {
    let inputs = parser.parse(bytes)
    deadline = parser.patience.map { now + $0 }
    stringBegan = parser.isInString ? stringBegan ?? now : nil
    if let stringBegan, let end = deadline { deadline = min(end, stringBegan + Self.longestString) }
    return inputs.compactMap { combined($0, now: now) }
  }

  /// Ends unfinished input that is overdue. Call it when there is nothing to read.
  mutating func timeOut(now: ContinuousClock.Instant) -> [TerminalInput] {
    guard let deadline, deadline <= now else { return [] }
    (self.deadline, stringBegan) = (nil, nil)
    return parser.timeOut().compactMap { combined($0, now: now) }
  }

  /// Combines presses and releases of the mouse into clicks and double clicks. Other input stays as it is.
  private mutating func combined(_ input: TerminalInput, now: ContinuousClock.Instant) -> TerminalInput? {
    guard case .mouse(let report) = input else { return input }
    let place = report.position
    switch report.action {
    case .press: return .mouse(MouseEvent(clicks.press(at: place, now: now), at: place))
    case .release: return clicks.release(at: place).map { .mouse(MouseEvent($0, at: place)) }
    default: return input
    }
  }
}
