import Foundation

/// Detects what another program does to a recording's file while it is written.
extension RecordingOutput {
  /// Why the file must not be written to any more; `nil` if no other program has changed it. Costs two system calls.
  ///
  /// A deleted file is not created again: the user may have deleted it because the disk was full, and does not expect
  /// another one.
  var harm: RecordingEnd? {
    let name = FilePath.split(path).name
    func end(_ cause: RecordingStatus.Cause, _ words: String) -> RecordingEnd {
      RecordingEnd(cause, "'\(name)' \(words); nothing more is recorded.")
    }
    var (open, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &open) == 0 else { return nil }
    let isThere = unsafe stat(absolutePath, &named) == 0
    let isGone = !isThere && [ENOENT, ENOTDIR].contains(errno)
    let isAnother = isThere && (named.st_ino != open.st_ino || named.st_dev != open.st_dev)
    if isAnother { return end(.replaced, "was replaced by another file while it was written") }
    if open.st_nlink == 0 { return end(.deleted, "was deleted while it was written") }
    if isGone { return end(.moved, "was moved away while it was written") }
    guard UInt64(open.st_size) != size else { return nil }
    return end(.changed, "was changed by another program: it should have \(size) bytes and has \(open.st_size)")
  }
}

/// Why a recording ended before it was stopped.
struct RecordingEnd: Equatable {
  let cause: RecordingStatus.Cause
  /// The cause in a sentence.
  let problem: String

  init(_ cause: RecordingStatus.Cause, _ problem: String) {
    self.cause = cause
    self.problem = problem
  }
}
