import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Listens on the loopback address, reads requests, and never answers. An empty read tells it that a connection has
/// ended.
final class HangingServer: Sendable {
  let port: UInt16
  private let listener: Int32
  let accepted = Count()
  let closed = Count()

  init() throws {
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [accepted, closed] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        accepted.raise()
        Thread.detachNewThread {
          var buffer = [UInt8](repeating: 0, count: 4096)
          while unsafe read(connection, &buffer, buffer.count) > 0 {}
          close(connection)
          closed.raise()
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(2))  // ends the pending accept
    close(listener)
  }

  func request(_ path: String = "") throws -> URLRequest {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw URLError(.badURL) }
    return URLRequest(url: url, timeoutInterval: 3_600)
  }
}
