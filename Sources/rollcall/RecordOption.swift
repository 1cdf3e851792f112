import ArgumentParser
import Foundation
import ModuleLifecycle

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
  @MainActor func begin(_ composite: CompositeDelegate, allowing allowed: AllowedWarnings) throws -> Recording? {
    guard let record else { return nil }
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
  /// - Throws: `Failure` when it has ended before.
  static func end(_ recording: Recording?) throws {
    guard let status = recording?.stop() else { return }
    if status.dropped > 0 {
      let entries = status.dropped == 1 ? "1 entry is" : "\(status.dropped) entries are"
      FileHandle.standardError.write(
        Data("\(entries) missing in '\(status.path)': more happened than could be written.\n".utf8))
    }
    if let problem = status.problem { throw Failure(problem, code: .inputOutput) }
  }
}
