import CNcurses
import TerminalUI

/// Reads what was typed, clicked and pasted.
struct InputReader {
  private var parser: InputParser
  private var clicks = ClickPairs()

  /// When what is begun ends, if nothing more comes; nil while nothing is begun, so that waiting costs nothing.
  private(set) var deadline: ContinuousClock.Instant?

  /// When the string began that the latest bytes belong to.
  private var stringBegan: ContinuousClock.Instant?

  /// How long a string that means nothing may go on: Alt with a letter begins like one, and keys after it are lost.
  private static let longestString = Duration.seconds(2)

  /// The most bytes to take at once; the rest is taken after the next frame.
  private static let mostBytes = 64 << 10

  init(parser: InputParser) { self.parser = parser }

  /// A reader of the terminal that the screen is on.
  static var ofTheTerminal: InputReader {
    let delay = Environment.value("ESCDELAY").flatMap(Int.init).map { min(max(0, $0), 10_000) } ?? 25
    return InputReader(parser: InputParser(keys: KeyStrings.ofTheTerminal, escapeDelay: .milliseconds(delay)))
  }

  /// Everything that can be read without waiting, up to a bound.
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

  /// Takes bytes that the terminal has sent.
  mutating func take(_ bytes: some Sequence<UInt8>, now: ContinuousClock.Instant) -> [TerminalEvent] {
    let inputs = parser.parse(bytes)
    deadline = parser.patience.map { now + $0 }
    stringBegan = parser.isInString ? stringBegan ?? now : nil
    if let stringBegan, let end = deadline { deadline = min(end, stringBegan + Self.longestString) }
    return inputs.compactMap { event(for: $0, now: now) }
  }

  /// Ends what is begun if its time is over; to be called when nothing can be read.
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
