#if CommandLine
import RollcallInspection
import RollcallTerminalUI

/// The commands that move in a recording.
extension UserCommand {
  static let playing = [
    UserCommand(
      "Esc", named: ["stay here"], needs: .playback, bar: { _ in ("stay here", 0) },
      page: .replay, "while seeking to a distant position: stay here",
      refusal: { $0.playback?.seek == nil ? "" : nil }, press: { _, _ in [.playback(.cancel)] }),
    UserCommand(
      "f", named: ["go to event"], needs: .playback,
      bar: { $0.application.source.events.isEmpty ? nil : ("go to event", 1) },
      page: .replay, "choose an event and go to its next occurrence, or with ^P to the previous one",
      verbs: [
        .acts(
          "go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER",
          "go to the next or previous occurrence of an event, or to a time from the start, such as 90s"
        ) { [.playback(.go(try $0.place($1)))] }
      ],
      press: { state, _ in state.openFireSheet() }),
    UserCommand(
      "F", named: ["next of that event"], needs: .playback, bar: { _ in ("next of it", 4) }, page: .replay,
      "go to the next occurrence of that event",
      refusal: { $0.soughtEvent == nil ? "No event is chosen yet: f chooses one." : nil },
      press: { state, _ in state.soughtEvent.map { [.playback(.go(.next(event: $0)))] } ?? [] }),
    UserCommand(
      ", .", named: ["step back", "step"], needs: .playback, bar: { named("step", 3, $0) }, page: .replay,
      "one entry of the recording back or forward",
      verbs: [
        .acts("step [ENTRIES]") { [.playback(.go(.step(try $0.steps($1))))] },
        .acts("back [ENTRIES]") { [.playback(.go(.step(-(try $0.steps($1)))))] },
      ],
      press: { _, key in [.playback(.go(.step(key == .character(".") ? 1 : -1)))] }),
    UserCommand(
      "< >", named: ["event before", "event after"], needs: .playback, bar: { named("event", 4, $0) },
      page: .replay, "to the previous or next event of any kind",
      press: { _, key in [.playback(.go(key == .character(">") ? .next(event: nil) : .previous(event: nil)))] }),
    UserCommand(
      "\u{2190} \u{2192}", named: ["seek back", "seek"], needs: .playback, as: .sideways, bar: { named("seek", 5, $0) },
      page: .replay, "a twentieth of the recording back or forward",
      press: { state, key in [.playback(.go(.step(key == .right ? state.stride : -state.stride)))] }),
    UserCommand(
      "0 $", named: ["beginning", "end"], needs: .playback, bar: { named("ends", 9, $0) }, page: .replay,
      "to the start or the end of the recording",
      press: { _, key in [.playback(.go(key == .character("0") ? .start : .end))] }),
    UserCommand(
      also: [.character(" ")], needs: .playback,
      refusal: { _ in "A recording does not play by itself: . steps, > goes to the next event." }),
    UserCommand(
      needs: .playback,
      verbs: [
        .says("where", summary: "the current entry, the number of entries, and the time") { state, _ in
          [state.whereLine]
        }
      ]),
  ]

  /// The key bar's text; `nil` if the recording is empty.
  private static func named(_ text: String, _ rank: Int, _ state: DashboardState) -> Bar? {
    state.playback?.count ?? 0 > 0 ? (text, rank) : nil
  }
}
#endif
