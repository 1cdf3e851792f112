#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TextFormatting

/// Recording a run to a file.
struct RecordOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write everything that happens to this file, by convention named .rollcall; one that exists is kept.",
      valueName: "file"),
    completion: .file(extensions: ["rollcall"]))
  var record: String?

  @Flag(help: "Let --record replace a file that exists.")
  var overwrite = false

  func validate() throws {
    if overwrite, record == nil { throw ValidationError("--overwrite says that --record may replace a file; name it.") }
  }

  /// Begins the recording, if one is wanted.
  ///
  /// - Throws: `Failure`, naming the file and what is wrong with it.
  @MainActor func begin(
    _ composite: CompositeDelegate, of map: ModuleMap, allowing allowed: AllowedWarnings
  ) throws -> Recording? {
    guard let record else { return nil }
    if let file = FileIdentity(record), file == FileIdentity(map.file) {
      throw Failure("'\(record)' is the map itself. Name another file for --record.", code: .usage)
    }
    do throws(RecordingStartError) {
      return try composite.journal.record(to: record, overwriting: overwrite, allowing: allowed)
    } catch {
      let message =
        error.cause == .exists
        ? "'\(record)' exists already. Choose another name, or replace it with --overwrite." : error.description
      throw Failure(message, code: .cannotCreate)
    }
  }

  /// Ends a recording, and says on standard error what is missing in it.
  ///
  /// - Parameter saysHowMuch: Whether to say there, too, how many entries the file has.
  /// - Throws: `Failure` when it has ended before.
  static func end(_ recording: Recording?, saysHowMuch: Bool = false) throws {
    guard let status = recording?.stop() else { return }
    if status.dropped > 0 {
      let entries = status.dropped == 1 ? "1 entry is" : "\(status.dropped) entries are"
      StandardError.say(
        "\(entries) missing in '\(status.path.printable(.line))': more happened than could be written.\n")
    }
    if let problem = status.problem { throw Failure(problem, code: .inputOutput) }
    guard saysHowMuch else { return }
    let entries = CountText.format(status.entries, "entry", plural: "entries")
    StandardError.say("Recorded to '\(status.path.printable(.line))': \(entries).\n")
  }
}
#endif
