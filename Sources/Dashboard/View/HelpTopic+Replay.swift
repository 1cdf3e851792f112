#if CommandLine
/// How a recording is played.
extension HelpTopic {
  static let replayPage: [HelpLine] = [
    .key("Space", "play, or pause; at the end, play from the beginning"),
    .key(", .", "one entry of the recording back, or on"),
    .key("< >", "to the event before, or to the next, whichever it is"),
    .key("f", "choose an event and go to where it comes next, with ^P to where it came last"),
    .key("F", "go to where that event comes next"),
    .key("\u{2190} \u{2192}", "a twentieth of the recording back, or on"),
    .key("0 $", "to its beginning, or to its end"),
    .key("- +", "slower, or faster: from 1/8 of the speed at which it happened to 1,000 times that, and max"),
    .key("Esc", "while it is on its way to a distant place: stay here"),
    .gap,
    .word("[   ]", "The seek bar. A click goes there. It counts entries, not time, so that no part of it is empty."),
    .word("L W", "on the bar: here the application was launched, or something was warned of."),
    .word(
      "pauses", "Where nothing was written for longer, the playhead does not wait any longer; --real-time: it does."),
    .word("entry", "What is shown comes of the first so many entries. A dispatch is written when it is over."),
    .word("DROPPED", "Entries that the journal had lost before they could be written to the recording."),
    .word("UNREAD", "Lines of the file that are no entries: it was damaged, or something newer wrote it."),
    .word("REPLAY", "Nothing that is done here changes a recording, or runs any code of its application."),
  ]
}
#endif
