import Foundation
import Recordings

/// A recording, from a file or from standard input.
final class RecordingInput {
  let recording: RecordingFile

  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: `Failure` where it can't be read.
  init(path: String) throws {
    let copy: URL? = path == "-" ? try Self.copyStandardInput() : nil
    do throws(RecordingError) {
      recording = try RecordingFile(path: copy?.path(percentEncoded: false) ?? path) { done, _ in
        // It is open by then, and needs no name any more: however the process ends, no copy stays behind.
        if done == 0, let copy { try? FileManager.default.removeItem(at: copy) }
        return true
      }
    } catch {
      if let copy { try? FileManager.default.removeItem(at: copy) }
      let text = copy.map { error.description.replacing("'\($0.path(percentEncoded: false))'", with: "Standard input") }
      throw Failure(text ?? error.description, code: error.exitCode)
    }
  }

  /// A recording is read twice, which a pipe does not allow.
  private static func copyStandardInput() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString).rollcall")
    let path = url.path(percentEncoded: false)
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Failure("'\(path)' can't be written, which standard input has to be copied to.", code: .cannotCreate) }
    do {
      while let bytes = try FileHandle.standardInput.read(upToCount: 1 << 20), !bytes.isEmpty {
        try file.write(contentsOf: bytes)
      }
      try file.close()
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw Failure("Standard input can't be copied to '\(path)'.", code: .inputOutput)
    }
    return url
  }
}

extension RecordingError {
  /// What kind of end it is.
  fileprivate var exitCode: Failure.Code {
    switch problem {
    case .missing, .folder, .notAFile, .unreadable: .noInput
    case .empty, .header, .cancelled, .changed: .dataError
    }
  }
}
