import Dispatch
import Foundation
import ModuleLifecycle
import RollcallCSockets
import RollcallRecordings

/// Reports that something in a folder, or the folder itself, was deleted or moved, or that something was moved there. It
/// does not say what, and can report it again until it is released.
///
/// On Apple's systems, it also reports what is added.
final class FolderWatch: Sendable {
  private let source: DispatchLease

  /// - Returns: `nil` if the folder can't be watched: it does not exist, or the user has too many watches.
  init?(on folder: SocketFolder, queue: DispatchQueue, _ report: @escaping @Sendable () -> Void) {
    #if os(Linux)
    let opened = File.opened(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard opened >= 0 else { return nil }
    let descriptor = rollcall_watch(opened)
    // The deletion of an open folder would be reported only when it is closed.
    close(opened)
    #else
    let descriptor = File.opened(folder.path, O_EVTONLY | O_DIRECTORY | O_NOFOLLOW)
    #endif
    guard descriptor >= 0 else { return nil }
    let make: @Sendable () -> any DispatchSourceProtocol = {
      #if os(Linux)
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      #else
      DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .delete, .rename, .revoke], queue: queue)
      #endif
    }
    source = DispatchLease(make, ended: { close(descriptor) }, report)
  }
}
