import Foundation
import ModuleLifecycle

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
    let copy = try namelessFile(in: folder)
    do {
      try fill(copy, from: input, folder: folder, limit: limit, longestLine: longestLine)
    } catch {
      close(copy)
      throw error
    }
    return copy
  }

  /// Creates a file that only its owner can access.
  private static func namelessFile(in folder: String) throws(Failure) -> Int32 {
    #if os(Linux)
    // O_TMPFILE, which Swift does not import.
    let nameless = unsafe open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    if nameless >= 0 { return nameless }
    #endif
    return try unlinkedFile(in: folder)
  }

  /// Creates a file and deletes its name, for systems without nameless files. This thread's signals wait until then.
  static func unlinkedFile(in folder: String) throws(Failure) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let path = "\(folder)/rollcall-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .noFile(folder: folder, code: errno) }
    unsafe unlink(path)
    return descriptor
  }

  private static func fill(
    _ copy: Int32, from input: Int32, folder: String, limit: UInt64, longestLine: Int
  ) throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var (total, line, number) = (UInt64(0), 0, 1)
    // The first line, until it is complete.
    var header: [UInt8]? = []
    while true {
      let count = unsafe read(input, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw .broken(folder: folder, code: errno)
      }
      let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n"))
      if header?.append(contentsOf: buffer[..<(end ?? count)]) != nil, end != nil { try check(&header) }
      for byte in buffer[..<count] {
        if byte == UInt8(ascii: "\n") { (line, number) = (0, number + 1) } else { line += 1 }
        if line > longestLine { throw .lineTooLong(number: number, most: longestLine) }
      }
      total += UInt64(count)
      guard total <= limit else { throw .tooLarge(most: limit) }
      try add(buffer[..<count], to: copy, folder: folder)
    }
  }

  private static func check(_ header: inout [UInt8]?) throws(Failure) {
    defer { header = nil }
    do throws(JournalHeaderError) {
      if let header { _ = try JournalLine.header(header.span) }
    } catch {
      throw .header(error)
    }
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to copy: Int32, folder: String) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(copy, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw .broken(folder: folder, code: count == 0 ? ENOSPC : errno)
      }
    }
  }
}
