import Foundation
import RollcallCSockets

/// The calls of the system for sockets, their folder, and the pipes that wake threads.
///
/// The system uses a path or a buffer only during the call, and gets a buffer together with its size. Whatever fails
/// leaves its number in `errno`.
enum SystemCalls {
  // MARK: Paths

  /// Creates a folder that only its owner can enter.
  static func makeFolder(_ path: String) -> Bool { unsafe mkdir(path, 0o700) == 0 }

  /// Restricts access to the file's owner.
  static func restrict(_ path: String) -> Bool { unsafe chmod(path, 0o600) == 0 }

  /// The status of what is at a path, which can be a link; `nil` if that failed.
  static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  // MARK: Descriptors

  /// Opens a pipe that no child process inherits.
  static func openPipe() -> (reading: Int32, writing: Int32)? {
    let pipe = rollcall_open_socket_pipe()
    return pipe.reading >= 0 ? (pipe.reading, pipe.writing) : nil
  }

  /// Reads the next bytes into the buffer, at most as many as fit.
  ///
  /// - Returns: Their number, zero at the end, or a negative number.
  static func read(_ end: Int32, into room: inout [UInt8]) -> Int { unsafe Foundation.read(end, &room, room.count) }

  /// Writes bytes to a socket. A peer that has gone causes no signal.
  ///
  /// - Returns: The number of written bytes, or a negative number.
  static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe rollcall_send(socket, $0.baseAddress, $0.count) }
  }

  /// Writes a byte that wakes the thread at the other end of a pipe.
  static func wake(_ pipe: Int32) { _ = unsafe write(pipe, [UInt8(0)], 1) }

  /// Waits until a descriptor is ready, and notes in the list for which reason.
  static func wait(for list: inout [pollfd], _ time: Int32) { _ = unsafe poll(&list, nfds_t(list.count), time) }

  /// The process at the other end of a socket; `nil` if the system does not report it.
  static func peer(of socket: Int32) -> Peer? {
    let peer = rollcall_peer_of(socket)
    return peer.is_known != 0 ? Peer(process: peer.process, user: peer.user) : nil
  }
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

  func bind(_ socket: Int32) -> Bool { unsafe withPointer { unsafe Foundation.bind(socket, $0, $1) } == 0 }

  /// Connects without ever waiting. If too many clients are waiting already, the application hangs or is stopped.
  ///
  /// - Returns: 0, or the error code.
  func connect(_ socket: Int32) -> Int32 {
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    return unsafe withPointer { unsafe Foundation.connect(socket, $0, $1) } == 0 ? 0 : errno
  }

  /// This kind of address begins like every other, and the system gets its size.
  private func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
