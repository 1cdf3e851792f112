import CInspection
import Foundation
import ModuleLifecycle

/// A socket on which an application listens for inspectors. Its file is removed with it.
package final class InspectorSocket: Sendable {
  static let suffix = ".sock"
  /// The maximum length of a socket's path on every system, in bytes.
  static let mostBytes = 103

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
    let address = SocketAddress(path)
    let isBound = address.map { unsafe $0.withPointer { unsafe bind(descriptor, $0, $1) == 0 } } == true
    let isOurs = isBound ? unsafe chmod(path, 0o600) == 0 : false
    let isListening = isOurs && listen(descriptor, 64) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    var status = stat()
    guard isListening, unsafe lstat(path, &status) == 0 else {
      let code = errno
      if isBound { unsafe unlink(path) }
      close(descriptor)
      throw SocketFolder.error(InspectionError(code: code).description, code: code)
    }
    (self.path, self.descriptor, file) = (path, descriptor, status.st_ino)
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

  /// Removes the file, so that inspectors no longer find it.
  func remove() {
    if getpid() == process, Self.file(at: path) == file { unsafe unlink(path) }
  }

  /// Accepts the next inspector of this user; `nil` if none is waiting. Rejects those of other users.
  package func accept() -> (descriptor: Int32, peer: Peer)? {
    while true {
      let descriptor = rollcall_accept(descriptor)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return nil
      }
      if let peer = Peer(of: descriptor), peer.isThisUser { return (descriptor, peer) }
      close(descriptor)
    }
  }

  /// Connects to an application's socket.
  ///
  /// - Throws: `InspectionError` if no application listens there, or it belongs to another user.
  package static func connect(to path: String) throws(InspectionError) -> (descriptor: Int32, peer: Peer) {
    let descriptor = rollcall_socket()
    guard descriptor >= 0 else { throw InspectionError(code: errno) }
    let code = SocketAddress(path).map { connect(descriptor, to: $0) } ?? ENAMETOOLONG
    guard code == 0, let peer = Peer(of: descriptor) else {
      close(descriptor)
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

  /// Whether the process in the socket's name is alive.
  private static func isOfLiveProcess(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return process(inName: name).map { ProcessTable.standing(of: $0) != .gone } ?? false
  }

  /// Connects without ever waiting. If too many clients are waiting already, the application hangs or is stopped.
  ///
  /// - Returns: 0, or the error code.
  private static func connect(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return unsafe address.withPointer { unsafe Foundation.connect(descriptor, $0, $1) } == 0 ? 0 : errno
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
    guard connect(descriptor, to: address) == ECONNREFUSED, file(at: path) == before else { return }
    unsafe unlink(path)
  }

  /// Returns the inode number of a socket that belongs to this user; `nil` if there is none.
  private static func file(at path: String) -> ino_t? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      return nil
    }
    return status.st_ino
  }
}

/// The process at the other end of a socket, as reported by the system.
package struct Peer: Sendable, Equatable {
  package let process: Int32
  package let user: UInt32

  /// - Returns: `nil` if the system does not report it.
  package init?(of descriptor: Int32) {
    var (user, process): (UInt32, Int32) = (0, 0)
    guard unsafe rollcall_peer(descriptor, &user, &process) == 0 else { return nil }
    (self.user, self.process) = (user, process)
  }

  /// Whether the process belongs to this user. Root is no exception. The ID that stands for all unknown users never
  /// matches.
  package var isThisUser: Bool { user == geteuid() && user != Self.unknown }

  /// The system's ID for unmapped users, such as users outside a container.
  private static let unknown: UInt32 = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .utf8)
    return text.flatMap { UInt32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 65_534
  }()
}

/// A path in the format that the system needs for sockets.
struct SocketAddress {
  private var address = sockaddr_un()

  /// - Returns: `nil` if the path is too long.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= InspectorSocket.mostBytes else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
