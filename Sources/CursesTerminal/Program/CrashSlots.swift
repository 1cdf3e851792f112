/// The addresses of two C strings that say what the program is doing, for the last line after a crash.
///
/// Each is the address of a `const char *` that may be null or change at any time, whose text must live as long as the
/// program. With a subject `Push` and an activity `openURL`, a trap ends in `rollcall: Push crashed in openURL (SIGILL).`
@safe public struct CrashSlots: @unchecked Sendable {
  let subject: UnsafeRawPointer?
  let activity: UnsafeRawPointer?

  /// Makes a pair of slots; either may be missing.
  public init(subject: UnsafeRawPointer?, activity: UnsafeRawPointer?) {
    unsafe self.subject = subject
    unsafe self.activity = activity
  }
}
