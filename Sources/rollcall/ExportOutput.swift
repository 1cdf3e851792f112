#if CommandLine
import Foundation
import TerminalDashboard

/// Nobody reads standard output any more.
struct BrokenPipe: Error {}

/// Where an export goes: standard output, or a file.
struct ExportOutput {
  private let file: ExportFile?

  /// - Throws: `Failure` where there is such a file already, or none can be made.
  init(path: String?, overwrites: Bool) throws {
    // A reader that has had enough is no crash.
    signal(SIGPIPE, SIG_IGN)
    guard let path else {
      file = nil
      return
    }
    do {
      // Whoever has had enough of waiting finds nothing but what was there before.
      file = try Interruption.undoing({ try ExportFile(path: path, overwrites: overwrites) }, at: \.temporary)
    } catch let error as ExportFileError {
      let hint = error.isOccupied ? " --overwrite replaces it." : ""
      throw Failure("\(error.description)\(hint)", code: .cannotCreate)
    }
  }

  /// - Throws: `BrokenPipe` where nobody reads it, `Failure` where it can't be written.
  func write(_ bytes: [UInt8]) throws {
    guard let file else {
      guard !ExportFile.write(bytes, to: STDOUT_FILENO) else { return }
      if errno == EPIPE { throw BrokenPipe() }
      throw Failure("Standard output can't be written.", code: .inputOutput)
    }
    try reporting { () throws(ExportFileError) in try file.write(bytes) }
  }

  /// The file is whole: it gets its name.
  func finish() throws {
    guard let file else { return }
    try reporting { () throws(ExportFileError) in try file.finish() }
  }

  private func reporting(_ body: () throws(ExportFileError) -> Void) throws {
    do throws(ExportFileError) {
      try body()
    } catch {
      throw Failure(error.description, code: .inputOutput)
    }
  }
}
#endif
