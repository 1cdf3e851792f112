#if CommandLine
import ArgumentParser
import Dashboard
import TextFormatting

/// How many times events are to be fired, as it was typed: whether it is a number is looked at when all has been read,
/// so that one sentence can say what is expected.
struct Repetitions: ExpressibleByArgument {
  /// What was typed.
  private let text: String

  init(argument: String) { text = argument }

  /// How the help spells it.
  var defaultValueDescription: String { text }

  /// The number.
  ///
  /// - Throws: `ValidationError` where it is none, or not one that the dashboard would take.
  var count: Int {
    get throws {
      guard let count = Int(text.filter { $0 != "," }), (1...Command.mostTimes).contains(count) else {
        throw ValidationError(
          "--repeat takes a number from 1 to \(CountText.format(Command.mostTimes)), not '\(text.prefix(20))'.")
      }
      return count
    }
  }
}
#endif
