import CNcurses
import TerminalUI

/// Reads what was typed, clicked and pasted.
struct InputReader {
  private var paste = PasteCollector()
  private var clicks = ClickPairs()

  /// Everything that can be read without waiting, up to a bound.
  mutating func read() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var key: UInt32 = 0
    for _ in 0..<4096 {
      switch unsafe rollcall_read_key(&key) {
      case 1: take(scalar: key, into: &events)
      case 2: take(code: key, into: &events)
      default: return events
      }
    }
    return events
  }

  private mutating func take(scalar: UInt32, into events: inout [TerminalEvent]) {
    if paste.isCollecting {
      paste.add(scalar)
    } else if let key = KeyMapping.key(scalar: scalar) {
      events.append(.key(key))
    }
  }

  private mutating func take(code: UInt32, into events: inout [TerminalEvent]) {
    switch code {
    case KeyMapping.pasteBegins:
      paste.begin()
    case KeyMapping.pasteEnds:
      if let key = paste.end() { events.append(.key(key)) }
    case UInt32(KEY_MOUSE):
      events += readMouse().map(TerminalEvent.mouse)
    default:
      if !paste.isCollecting, let key = KeyMapping.key(code: code) { events.append(.key(key)) }
    }
  }

  /// The reports that came together are announced once, and handed out the latest first.
  private mutating func readMouse() -> [MouseEvent] {
    var reports: [(what: Int32, place: Point)] = []
    var column: Int32 = 0
    var row: Int32 = 0
    for _ in 0..<64 {
      let what = unsafe rollcall_read_mouse(&column, &row)
      guard what >= 0 else { break }
      reports.append((what, Point(x: Int(column), y: Int(row))))
    }
    return reports.reversed().compactMap { event(for: $0.what, at: $0.place) }
  }

  private mutating func event(for report: Int32, at place: Point) -> MouseEvent? {
    switch report {
    case 1: MouseEvent(clicks.press(at: place, now: ContinuousClock.now), at: place)
    case 2: MouseEvent(.scrollUp, at: place)
    case 3: MouseEvent(.scrollDown, at: place)
    case 4: clicks.release(at: place).map { MouseEvent($0, at: place) }
    default: nil
    }
  }
}
