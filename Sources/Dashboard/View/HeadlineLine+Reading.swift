#if CommandLine
import TerminalUI
import TextFormatting

/// What the headline says of looking around.
extension HeadlineLine {
  /// The beginning of a recording; what of it could not be read comes first.
  func start(of playback: Playback) -> Message {
    let entries = Words.entries(playback.count)
    let took = Words.length(playback.totalNanoseconds)
    let recording = "A recording of \(entries) over \(took)."
    guard let damage = playback.damage else {
      return Message(long: "\(recording) Space plays and pauses; f goes to an event.", short: recording)
    }
    let unread = Words.count(playback.unreadLines, "line")
    return Message(
      long: "\(damage) \(recording)",
      short: playback.unreadLines > 0 ? "\(unread) could not be read. \(recording)" : recording,
      style: Palette.caution.bold)
  }

  func found(_ query: String, place: Int, of count: Int) -> Message {
    guard count > 1 else {
      return Message(long: "This row alone fits \"\(query)\".", short: "This row alone fits.")
    }
    return Message(
      long: "Row \(Words.number(place)) of the \(Words.number(count)) that fit \"\(query)\".",
      short: "Row \(Words.number(place)) of \(Words.number(count)) that fit.",
      hint: "n next  N previous")
  }

  /// No terminal says whether it has taken the text.
  func copied(_ what: String, lines: Int, isCut: Bool) -> Message {
    guard !isCut else {
      let tail = "; only the first \(Words.number(Detail.mostBytes)) bytes."
      let room = max(0, state.size.width - 2 - "Copied: \(tail)".columnWidth)
      let text = "Copied: \(what.truncated(toColumns: room))\(tail)"
      return Message(long: text, short: text, hint: "if the terminal lets programs copy")
    }
    return Message(
      long: "Copied: \(what), \(Words.count(lines, "line")).", short: "Copied: \(what).",
      hint: "if the terminal lets programs copy")
  }

  func mouse(isOn: Bool) -> Message {
    isOn
      ? Message(
        long: "The mouse is on: a click selects or presses a key of the last line, two open, the wheel moves.",
        short: "The mouse is on.", hint: "m off")
      : Message(
        long: "The mouse is off: it selects text, as it does in this terminal without a dashboard.",
        short: "The mouse is off: it selects text.", hint: "m on")
  }

  var dragged: Message {
    Message(
      long: "To select text, switch the mouse off with m; most terminals also select it while Shift is held.",
      short: "To select text, switch the mouse off with m.")
  }
}
#endif
