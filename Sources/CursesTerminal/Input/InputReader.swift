import CNcurses
import TerminalUI

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
  mutating func read(from device: Int32, now: ContinuousClock.Instant) -> [TerminalEvent] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    var events: [TerminalEvent] = []
    for _ in 0..<(Self.mostBytes / chunk.count) {
      let count = unsafe rollcall_read_available(device, &chunk, chunk.count)
      guard count > 0 else { break }
      events += take(chunk.prefix(Int(count)), now: now)
    }
    return events
  }

  /// Takes bytes from the terminal.
  mutating func take(_ bytes: some Sequence<UInt8>, now: ContinuousClock.Instant) -> [TerminalEvent] {
    let inputs = parser.parse(bytes)
    deadline = parser.patience.map { now + $0 }
    stringBegan = parser.isInString ? stringBegan ?? now : nil
    if let stringBegan, let end = deadline { deadline = min(end, stringBegan + Self.longestString) }
    return inputs.compactMap { event(for: $0, now: now) }
  }

  /// Ends unfinished input that is overdue. Call it when there is nothing to read.
  mutating func timeOut(now: ContinuousClock.Instant) -> [TerminalEvent] {
    guard let deadline, deadline <= now else { return [] }
    (self.deadline, stringBegan) = (nil, nil)
    return parser.timeOut().compactMap { event(for: $0, now: now) }
  }

  private mutating func event(for input: TerminalInput, now: ContinuousClock.Instant) -> TerminalEvent? {
    switch input {
    case .key(let key): .key(key)
    case .unfinishedPaste: .unfinishedPaste
    case .unfinishedPasteIsOver: .unfinishedPasteIsOver
    case .mouse(let report): event(for: report, now: now).map(TerminalEvent.mouse)
    }
  }

  private mutating func event(for report: MouseEvent, now: ContinuousClock.Instant) -> MouseEvent? {
    let place = report.position
    switch report.action {
    case .press: return MouseEvent(clicks.press(at: place, now: now), at: place)
    case .release: return clicks.release(at: place).map { MouseEvent($0, at: place) }
    default: return report
    }
  }
}
