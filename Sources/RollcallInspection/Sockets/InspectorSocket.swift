import Foundation
import ModuleLifecycle
import RollcallCSockets
import RollcallRecordings
import RollcallTextFormatting

/// A socket on which an application listens for inspectors. Its file is removed with it.
package final class InspectorSocket: Sendable {
  static let suffix = ".sock"
  /// The maximum length of a socket's path on every system, in bytes.
  static let mostBytes = 103

  let folder: SocketFolder
  package let path: String
  package let descriptor: Int32
  /// The process that created the socket. A forked child must not remove its file.
  private let process = getpid()
  private let file: ino_t

  /// Listens in a folder.
  ///
  /// - Throws: `InspectionError` if other users have access to the folder, or the system refuses.
  package init(in folder: SocketFolder) throws(InspectionError) {
    try folder.prepare()
    // The final name: systemd spares a live socket only under the name that it was bound with.
    let path = "\(folder.path)/\(Self.name(of: getpid(), UInt64.random(in: 0 ... .max)))"
    guard path.utf8.count <= Self.mostBytes else {
      throw InspectionError(
        "The path '\(path)' is too long for a socket: it has \(path.utf8.count) bytes; the limit is \(Self.mostBytes).")
    }
    let descriptor = rollcall_socket()
    guard descriptor >= 0 else { throw InspectionError(code: errno) }
    // Without the lock, the process in its name still protects the socket from applications that see that process.
    let lock = FolderLock.take(on: folder.path)
    defer { withExtendedLifetime(lock) {} }
    // The folder keeps other users out, so the file needs no protection before its mode is set.
    let isBound = SocketAddress(path)?.bind(descriptor) == true
    guard isBound, SystemCalls.restrict(path), listen(descriptor, 64) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
      let status = SystemCalls.status(of: path)
    else {
      let code = errno
      if isBound { File.delete(path) }
      close(descriptor)
      throw SocketFolder.error(InspectionError(code: code).description, code: code)
    }
    (self.folder, self.path, self.descriptor, file) = (folder, path, descriptor, status.st_ino)
  }

  /// Returns the name of a socket's file: `PID-RANDOM.sock`.
  private static func name(of process: Int32, _ random: UInt64) -> String {
    "\(process)-\(String(random, radix: 36))\(suffix)"
  }

  /// Returns the process that a socket's name states; `nil` for a name that no socket of an application has.
  private static func process(inName name: String) -> Int32? {
    let parts = name.dropLast(suffix.count).split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let process = Int32(parts[0]), process > 0, let random = UInt64(parts[1], radix: 36),
      name == Self.name(of: process, random)
    else { return nil }
    return process
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// Whether the file has gone or another one is in its place, so that no inspector can connect. Always `false` in a
  /// forked child.
  var isLost: Bool { getpid() == process && Self.file(at: path) != file }

  /// Removes the file, so that inspectors no longer find it.
  func remove() {
    if getpid() == process, Self.file(at: path) == file { File.delete(path) }
  }

  /// Accepts the next inspector of this user; `nil` if none is waiting. Rejects those of other users.
  package func accept() -> (descriptor: Int32, peer: Peer)? {
    while true {
      let descriptor = rollcall_accept(descriptor)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return nil
      }
      if let peer = SystemCalls.peer(of: descriptor), peer.isThisUser { return (descriptor, peer) }
      close(descriptor)
    }
  }

  /// Connects to an application's socket.
  ///
  /// - Throws: `InspectionError` if no application listens there, or it belongs to another user.
  package static func connect(to path: String) throws(InspectionError) -> (descriptor: Int32, peer: Peer) {
    let descriptor = rollcall_socket()
    guard descriptor >= 0 else { throw InspectionError(code: errno) }
    let code = SocketAddress(path)?.connect(descriptor) ?? ENAMETOOLONG
    guard code == 0, let peer = SystemCalls.peer(of: descriptor) else {
      close(descriptor)
      if path.isEmpty { throw InspectionError("The path of the socket is empty.") }
      if [ECONNREFUSED, ENOTSOCK].contains(code), let kind = otherKind(of: path) {
        throw InspectionError("'\(path)' is \(kind), not an application's socket.")
      }
      // Darwin refuses a client where Linux says that too many are waiting.
      if code == EAGAIN || code == ECONNREFUSED && isOfLiveProcess(path) {
        throw InspectionError("The application at '\(path)' does not answer.")
      }
      if code == 0 { throw InspectionError("The application at '\(path)' has closed the connection at once.") }
      if code == ECONNREFUSED { throw InspectionError("The application that listened at '\(path)' has ended.") }
      throw InspectionError("Can't connect to '\(path)': \(SystemError.words(code)).")
    }
    guard peer.isThisUser else {
      close(descriptor)
      throw InspectionError("The application at '\(path)' belongs to user \(peer.user), and you are \(geteuid()).")
    }
    return (descriptor, peer)
  }

  /// What a path leads to instead of a socket; `nil` for a socket.
  private static func otherKind(of path: String) -> String? {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return switch attributes?[.type] as? FileAttributeType {
    case .typeSocket?, nil: nil
    case .typeDirectory?: "a folder"
    case _?: "a file"
    }
  }

  /// Whether the process in the socket's name is alive.
  private static func isOfLiveProcess(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return process(inName: name).map { ProcessTable.standing(of: $0) != .gone } ?? false
  }

  /// Removes the file of an application's socket if the application has ended.
  ///
  /// Call it while holding the folder's lock: the application may be in a container whose processes this one can't see.
  /// A refusal then only means that its socket does not listen yet.
  static func removeIfStale(_ name: String, in folder: String) {
    let path = "\(folder)/\(name)"
    guard let process = process(inName: name), ProcessTable.standing(of: process) == .gone,
      let before = file(at: path), let address = SocketAddress(path)
    else { return }
    let descriptor = rollcall_socket()
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard address.connect(descriptor) == ECONNREFUSED, file(at: path) == before else { return }
    File.delete(path)
  }

  /// Returns the inode number of a socket that belongs to this user; `nil` if there is none.
  private static func file(at path: String) -> ino_t? {
    SystemCalls.status(of: path).flatMap {
      $0.st_mode & S_IFMT == S_IFSOCK && $0.st_uid == geteuid() ? $0.st_ino : nil
    }
  }
}

/// The process at the other end of a socket, as reported by the system.
package struct Peer: Sendable, Equatable {
  package let process: Int32
  package let user: UInt32

  /// Whether the process belongs to this user. Root is no exception. The ID that stands for all unknown users never
  /// matches.
  package var isThisUser: Bool { user == geteuid() && user != Self.unknown }

  /// The system's ID for unmapped users, such as users outside a container.
  private static let unknown: UInt32 = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .utf8)
    return text.flatMap { UInt32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 65_534
  }()
}
