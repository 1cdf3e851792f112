import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// A copy of a pipe's data. A recording is read at several positions, but a pipe can be read only once.
///
/// The copy is a file without a name, which disappears with the process, however that ends.
package enum StreamCopy {
  /// The reason there is no copy.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// The first line is not a header, or belongs to a later version of the format.
    case header(JournalHeaderError)
    /// A line is longer than a recording allows.
    case lineTooLong(number: Int, most: Int)
    /// The data exceeds the limit.
    case tooLarge(most: UInt64)
    /// The system can't create a file in the folder.
    case noFile(folder: String, code: Int32)
    /// The copy can't be written, or the stream can't be read.
    case broken(folder: String, code: Int32)

    /// What is wrong with standard input, in one or two sentences.
    package var description: String {
      switch self {
      case .header(let error):
        RecordingError(.header(error), path: "-").description.replacing("'-'", with: "Standard input")
      case .lineTooLong(let number, let most):
        "Standard input is not a recording: line \(number) is longer than \(most >> 20) MiB."
      case .tooLarge(let most):
        "Standard input is larger than \(most >> 20) MiB, the most that can be copied. Write it to a file, and name "
          + "that file."
      case .noFile(let folder, let code):
        "Standard input can't be copied: no file can be created in '\(folder)': \(SystemError.words(code))."
      case .broken(let folder, let code):
        "Standard input can't be copied to '\(folder)': \(SystemError.words(code))."
      }
    }
  }

  /// Copies everything from a descriptor, unless its first line is not the header of a recording.
  ///
  /// - Parameters:
  ///   - folder: The folder in which the file is created.
  ///   - limit: The most bytes to copy.
  ///   - longestLine: The most bytes in a line.
  /// - Returns: The copy's descriptor, which the caller closes.
  package static func make(
    of input: Int32, in folder: String, limit: UInt64 = Recording.standardLimit,
    longestLine: Int = JournalLine.mostBytes
  ) throws(Failure) -> Int32 {
    let descriptor = File.openUnlinked(in: folder)
    guard descriptor >= 0 else { throw .noFile(folder: folder, code: errno) }
    let copy = File(owning: descriptor)
    // The caller keeps the stream open.
    let duplicate = File.copy(of: input)
    guard duplicate >= 0 else { throw .broken(folder: folder, code: errno) }
    let stream = File(owning: duplicate)
    var lines = LineSplitter(limit: longestLine)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var (total, number) = (UInt64(0), 1)
    while true {
      guard let count = stream.read(into: &buffer) else { throw .broken(folder: folder, code: errno) }
      if count == 0 { return copy.release() }
      lines.add(buffer[..<count])
      while let line = lines.next() {
        guard case .bytes(let bytes) = line else { throw .lineTooLong(number: number, most: longestLine) }
        if number == 1 { try check(bytes) }
        number += 1
      }
      if lines.isAtLongLine { throw .lineTooLong(number: number, most: longestLine) }
      total += UInt64(count)
      guard total <= limit else { throw .tooLarge(most: limit) }
      if let code = copy.write(Array(buffer[..<count])).code { throw .broken(folder: folder, code: code) }
    }
  }

  private static func check(_ header: [UInt8]) throws(Failure) {
    do throws(JournalHeaderError) { _ = try JournalLine.header(header) } catch { throw .header(error) }
  }
}
