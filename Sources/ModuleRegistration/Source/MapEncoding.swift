#if Maps
import Foundation
import TextFormatting

/// Turns a file's bytes into text, or says what they are instead.
enum MapEncoding {
  static func text(of bytes: Data, file: String) throws(ModuleMapError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ModuleMapError(file: file, problem: "it is UTF-16. Save it as UTF-8.")
    }
    if let zero = bytes.firstIndex(of: 0) {
      let offset = bytes.distance(from: bytes.startIndex, to: zero)
      throw ModuleMapError(
        file: file,
        problem: "it is not a text file: byte \(CountText.format(offset)) is zero. A map is YAML, saved as UTF-8.")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let offset = firstInvalid(in: bytes)
    let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
    throw ModuleMapError(
      file: file,
      problem: "byte \(CountText.format(offset)), on line \(line), is not UTF-8. Save the file as UTF-8.")
  }

  /// The offset of the first byte that begins no character.
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
