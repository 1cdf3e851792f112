/// What the program is doing, for the last line after a crash. With the note `Push crashed in openURL`, a trap ends in
/// `rollcall: Push crashed in openURL (SIGILL).`
///
/// The text is in memory that is never freed, because a signal handler can read it at any time. It is cut to 511
/// bytes. A process needs one note.
@safe public final class CrashNote: @unchecked Sendable {
  private let text = UnsafeMutablePointer<CChar>.allocate(capacity: 512)

  /// Creates an empty note.
  public init() { unsafe text.initialize(repeating: 0, count: 512) }

  /// Says what crashed, if the program does now; `nil` for nothing. Call it on one thread.
  public func set(_ note: String?) {
    // A handler that reads it meanwhile finds no text, or its end.
    unsafe text[0] = 0
    let bytes = (note ?? "").utf8.prefix(511).filter { $0 != 0 }
    unsafe text[bytes.count] = 0
    for index in bytes.indices.reversed() { unsafe text[index] = CChar(bitPattern: bytes[index]) }
  }

  /// The text's address, for C.
  var address: UnsafePointer<CChar> { unsafe UnsafePointer(text) }
}
