/// What the program is doing, for the last line after a crash. With the subject `Push` and the activity `openURL`, a trap
/// ends in `rollcall: Push crashed in openURL (SIGILL).`
///
/// The texts are in memory that is never freed, because a signal handler can read it at any time. Each is cut to 255
/// bytes. A process needs one note.
@safe public final class CrashNote: @unchecked Sendable {
  private static let size = 256
  private let texts = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * CrashNote.size)
  /// The address of each text. Null when there is none.
  private let slots = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 2)

  /// Creates an empty note.
  public init() {
    unsafe texts.initialize(repeating: 0, count: 2 * Self.size)
    unsafe slots.initialize(repeating: nil, count: 2)
  }

  /// Says what the program is doing; `nil` for nothing. Call it on one thread.
  public func set(_ doing: (subject: String, activity: String)?) {
    write(doing?.subject, 0)
    write(doing?.activity, 1)
  }

  private func write(_ text: String?, _ slot: Int) {
    let place = unsafe texts + slot * Self.size
    unsafe slots[slot] = nil
    guard let text else { return }
    var length = 0
    for byte in text.utf8.prefix(Self.size - 1) where byte != 0 {
      unsafe place[length] = CChar(bitPattern: byte)
      length += 1
    }
    unsafe place[length] = 0
    unsafe slots[slot] = UnsafePointer(place)
  }

  /// The addresses of the texts' addresses, for C.
  var subject: UnsafeRawPointer { unsafe UnsafeRawPointer(slots) }
  var activity: UnsafeRawPointer { unsafe UnsafeRawPointer(slots + 1) }
}
