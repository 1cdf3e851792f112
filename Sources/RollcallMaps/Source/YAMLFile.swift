#if Maps
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// Reads a file from disk: never more than the size limit, and with an error for everything that is not text.
enum YAMLFile {
  /// The size limit in bytes.
  static let sizeLimit = 4 << 20

  static func text(at path: String, kind: DocumentKind) throws(ModuleMapError) -> String {
    func refused(_ problem: String, _ suggestion: String? = nil) -> ModuleMapError {
      ModuleMapError(file: path, problem: problem, suggestion: suggestion)
    }
    guard !path.isEmpty else { throw ModuleMapError(file: "the \(kind.noun)", problem: "its path is empty. Give one.") }
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw refused(
        "there is no such file. \(kind.missing)", neighbours(of: path, kind: kind))
    }
    guard !isDirectory.boolValue else {
      throw refused("this is a folder. Give the path of the \(kind.noun) in it.", filesInside(path, kind: kind))
    }
    // Without waiting for a program that writes to a pipe.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw refused(
        code == EACCES
          ? "it can't be opened for reading. Check its permissions."
          : "it can't be opened for reading: \(SystemError.words(code)).")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { try? handle.close() }
    let isFromPipe = isPipe(descriptor)
    if isFromPipe {
      guard kind.takesPipes else { throw refused("this is a pipe. Give the path of a regular file.") }
      // Gives a program that is about to write the time to open the pipe.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&waiting, 1, 1_000)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    guard let bytes = read(handle) else { throw refused("it can't be read. Check that it is a plain file.") }
    if isFromPipe, bytes.isEmpty { throw refused("this is a pipe, and no program has written to it.") }
    guard bytes.count <= sizeLimit else {
      throw refused(tooLarge(kind, size(of: path) ?? "more than \(ByteText.megabytesRoundedUp(sizeLimit))"))
    }
    return try YAMLEncoding.text(of: bytes, file: path, kind: kind)
  }

  static func tooLarge(_ kind: DocumentKind, _ size: String) -> String {
    "it is \(size); a \(kind.noun) may be at most \(ByteText.megabytesRoundedUp(sizeLimit))."
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private static func size(of path: String) -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber).map { ByteText.megabytesRoundedUp($0.intValue) }
  }

  /// Returns the file's contents, up to one byte beyond the size limit.
  private static func read(_ handle: FileHandle) -> Data? {
    var bytes = Data()
    do {
      while bytes.count <= sizeLimit, let next = try handle.read(upToCount: sizeLimit + 1 - bytes.count),
        !next.isEmpty
      {
        bytes.append(next)
      }
      return bytes
    } catch {
      return nil
    }
  }

  private static func neighbours(of path: String, kind: DocumentKind) -> String? {
    let url = URL(filePath: path)
    let files = files(in: url.deletingLastPathComponent().path(percentEncoded: false), kind: kind)
    return NearestName.suggestion(for: url.lastPathComponent, among: files)
  }

  private static func filesInside(_ path: String, kind: DocumentKind) -> String? {
    let files = files(in: path, kind: kind)
    return files.isEmpty ? nil : "It contains: \(files.prefix(8).joined(separator: ", "))."
  }

  private static func files(in folder: String, kind: DocumentKind) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(kind.ending) }.sorted()
  }
}

/// Decodes a file's bytes as text, or says what they are instead.
enum YAMLEncoding {
  static func text(of bytes: Data, file: String, kind: DocumentKind) throws(ModuleMapError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ModuleMapError(file: file, problem: "it is UTF-16. Save it as UTF-8.")
    }
    if let zero = bytes.firstIndex(of: 0) {
      let offset = bytes.distance(from: bytes.startIndex, to: zero)
      throw ModuleMapError(
        file: file,
        problem:
          "it is not a text file: byte \(CountText.format(offset)) is zero. A \(kind.noun) is YAML, saved as UTF-8.")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let offset = firstInvalid(in: bytes)
    let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
    throw ModuleMapError(
      file: file, problem: "byte \(CountText.format(offset)), on line \(line), is not UTF-8. Save the file as UTF-8.")
  }

  /// Returns the offset of the first byte that does not begin a character.
  private static func firstInvalid(in bytes: Data) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error, .emptyInput: return offset
      }
    }
  }
}
#endif
