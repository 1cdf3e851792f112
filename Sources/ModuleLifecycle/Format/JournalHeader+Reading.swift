#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JournalHeader {
  /// The latest version of the format, which is the one that is written.
  public static let latest = 1
}

extension JournalLine {
  /// The header that a recording's first line spells. Unknown keys are skipped, and so is a byte order mark.
  ///
  /// - Parameter line: The line in UTF-8, with its end or without.
  public static func header(_ line: Span<UInt8>) throws(JournalHeaderError) -> JournalHeader {
    try unsafe line.withUnsafeBufferPointer { buffer throws(JournalHeaderError) in
      let bytes = unsafe LineBytes(buffer)
      let version: UInt64
      do throws(LineProblem) {
        version = try LineParser(bytes).version()
      } catch {
        throw .none(error.clause)
      }
      // Of a later version nothing is sure but that it says so.
      if version > UInt64(JournalHeader.latest) { throw .newer(version: version) }
      do throws(LineProblem) {
        try LineParser(bytes).checkHeader()
      } catch {
        throw .none(error.clause)
      }
      return try decodedHeader(bytes)
    }
  }

  private static func decodedHeader(_ bytes: LineBytes) throws(JournalHeaderError) -> JournalHeader {
    var text: [UInt8] = []
    bytes.copy((bytes.hasByteOrderMark ? 3 : 0)..<bytes.count, to: &text)
    do {
      return try JSONDecoder().decode(JournalHeader.self, from: Data(text))
    } catch DecodingError.keyNotFound(let key, let context) {
      throw .none("'\(path(context.codingPath + [key]))' is missing")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      throw .none("'\(path(context.codingPath))' is of another type than it should be")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw .none("'\(path(context.codingPath))' can't be that")
    } catch {
      throw .none("it is no JSON")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined().drop { $0 == "." }
      .description.excerpt
  }
}

extension LineBytes {
  fileprivate var hasByteOrderMark: Bool { word(at: 0) & 0xFF_FFFF == 0xBF_BBEF }
}

extension LineParser {
  private enum VersionKey: String, CaseIterable { case rollcall }

  private static let versionKeys = LineKeys<VersionKey>()

  private enum HeaderKey: String, CaseIterable {
    case application, rollcall
    case startedNs = "started_ns"
  }

  private static let headerKeys = LineKeys<HeaderKey>()

  /// Reads what every header has.
  fileprivate consuming func checkHeader() throws(LineProblem) {
    if bytes.hasByteOrderMark { advance(by: 3) }
    try object(Self.headerKeys) { key, parser throws(LineProblem) in
      switch key {
      case .application: _ = try parser.string()
      case .rollcall: try parser.skipValue()
      case .startedNs: let _: UInt64 = try parser.number()
      }
    }
  }

  /// Reads the whole line for the format's version only.
  fileprivate consuming func version() throws(LineProblem) -> UInt64 {
    var version: UInt64 = 0
    if bytes.hasByteOrderMark { advance(by: 3) }
    try object(Self.versionKeys) { _, parser throws(LineProblem) in version = try parser.number() }
    try end()
    if version == 0 { throw LineProblem(.range("0")).under("rollcall") }
    return version
  }
}
