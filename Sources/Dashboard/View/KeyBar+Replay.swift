#if CommandLine
import TerminalUI

/// The keys of a recording, in place of those that act on an application.
extension KeyBar {
  func replayItems(_ playback: Playback, hasSelection: Bool, glyphs: GlyphSet) -> [Item] {
    let sideways = glyphs.isASCII ? "Left/Right" : "\(glyphs.left)\(glyphs.right)"
    let hasEntries = playback.count > 0
    let items: [Item?] = [
      playback.seek == nil ? nil : Item(key: "Esc", text: "stay here", rank: 0),
      hasEntries ? Item(key: "Space", text: playback.isPlaying ? "pause" : "play", rank: 0) : nil,
      state.source.events.isEmpty ? nil : Item(key: "f", text: "go to event", rank: 1),
      state.soughtEvent == nil ? nil : Item(key: "F", text: "next of it", rank: 4),
      hasEntries ? Item(key: ", .", text: "step", rank: 3) : nil,
      hasEntries ? Item(key: "< >", text: "event", rank: 4) : nil,
      hasEntries ? Item(key: sideways, text: "seek", rank: 5) : nil,
      hasEntries ? Item(key: "0 $", text: "ends", rank: 9) : nil,
      hasEntries ? Item(key: "- +", text: "speed", rank: 6) : nil,
      hasSelection ? Item(key: "Enter", text: "detail", rank: 7) : nil,
    ]
    return items.compactMap(\.self)
  }

  /// In the sheet in which an event is chosen.
  func seekItems(_ sheet: FireSheet, arrows: String) -> [Item] {
    let items: [Item?] = [
      sheet.occurrences?.next == nil ? nil : Item(key: "Enter", text: "go to the next", rank: 0),
      sheet.occurrences?.previous == nil ? nil : Item(key: "^P", text: "to the previous", rank: 2),
      sheet.matches.count < 2 ? nil : Item(key: arrows, text: "event", rank: 3),
      sheet.query.isEmpty ? nil : Item(key: "^U", text: "clear", rank: 4),
      Item(key: "Esc", text: "close", rank: 1),
    ]
    return items.compactMap(\.self)
  }
}
#endif
