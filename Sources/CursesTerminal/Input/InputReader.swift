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
      if let event = readMouse() { events.append(.mouse(event)) }
    default:
      if !paste.isCollecting, let key = KeyMapping.key(code: code) { events.append(.key(key)) }
    }
  }

  private mutating func readMouse() -> MouseEvent? {
    var column: Int32 = 0
    var row: Int32 = 0
    let actions: [MouseEvent.Action] = [.press, .scrollUp, .scrollDown]
    let action = Int(unsafe rollcall_read_mouse(&column, &row))
    guard action > 0, action <= actions.count else { return nil }
    let place = Point(x: Int(column), y: Int(row))
    if actions[action - 1] == .press {
      return MouseEvent(clicks.action(at: place, now: ContinuousClock().now), at: place)
    }
    return MouseEvent(actions[action - 1], at: place)
  }
}
