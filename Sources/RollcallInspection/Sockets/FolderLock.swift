import Dispatch
import Foundation
import ModuleLifecycle
import RollcallRecordings

/// The lock on a socket folder. An application holds it until its new socket listens, and while it sweeps: a socket
/// that is bound but does not listen yet looks like one that was left behind.
///
/// It is released with this object. Every caller must do without it: a stopped process can hold it, and not every file
/// system has locks.
final class FolderLock: Sendable {
  /// How often to try, and the time between two tries in microseconds: 100 ms together.
  private static let (tries, pause) = (20, UInt32(5_000))

  private let descriptor: Int32

  /// Waits for the lock at most 100 ms.
  ///
  /// - Returns: `nil` if it is still held then, or the folder can't be locked.
  init?(on folder: String) {
    descriptor = File.opened(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    for _ in 0..<Self.tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(Self.pause)
    }
    return nil
  }

  /// Takes the lock on another thread, because a network's file system can hang, and waits at most 100 ms.
  ///
  /// - Returns: `nil` if it can't be taken in that time.
  static func take(on folder: String) -> FolderLock? {
    let taken = Locked<FolderLock?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let code = RecorderThread.start { @Sendable in
      let lock = FolderLock(on: folder)
      taken.withLock { $0 = lock }
      isOver.signal()
    }
    guard code == nil else { return nil }
    _ = isOver.wait(timeout: .now() + .microseconds(Self.tries * Int(Self.pause)))
    return taken.withLock { $0.take() }
  }

  deinit {
    // A forked child can still have the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
