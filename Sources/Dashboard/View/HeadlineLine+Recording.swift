#if CommandLine
import ModuleLifecycle
import Recordings
import TerminalUI
import TextFormatting

/// What the headline says of a recording: where it is, and how much.
extension HeadlineLine {
  var recording: Message {
    guard let status = state.recording else { return Message(long: "No recording.", short: "No recording.") }
    if status.isRunning {
      return Message(
        long: "Recording to \(status.path), what the journal has of the past first.",
        short: "Recording to \(status.path).", hint: "R stop")
    }
    let amount = "\(Words.entries(status.entries)), \(ByteText.format(status.bytes))"
    let missing = status.dropped > 0 ? " \(Words.number(status.dropped)) more came too fast and are missing." : ""
    guard let problem = status.problem else {
      return Message(
        long: "Recorded to \(status.path): \(amount).\(missing)", short: "Recorded: \(amount).\(missing)",
        style: status.dropped > 0 ? Palette.caution.bold : .bold)
    }
    return Message(
      long: "The recording has ended with \(amount): \(problem)", short: problem, style: Palette.bad)
  }
}
#endif
