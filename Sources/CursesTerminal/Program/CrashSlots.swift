/// The addresses of two C strings that say what the program is doing, for the last line after a crash.
///
/// Each is the address of a `const char *`. The pointer can be null and can change at any time. Its text must live as
/// long as the program. With the subject `Push` and the activity `openURL`, a trap ends in `rollcall: Push crashed in
/// openURL (SIGILL).`
@safe public struct CrashSlots: @unchecked Sendable {
  let subject: UnsafeRawPointer?
  let activity: UnsafeRawPointer?

  /// Creates a pair of slots. Either can be `nil`.
  public init(subject: UnsafeRawPointer?, activity: UnsafeRawPointer?) {
    unsafe self.subject = subject
    unsafe self.activity = activity
  }
}
