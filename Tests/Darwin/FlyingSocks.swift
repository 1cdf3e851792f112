// swift-format-ignore-file
// Stand-ins for the parts of FlyingSocks that RollcallSampleModules uses: https://github.com/swhitty/FlyingFox
import Darwin

public protocol SocketAddress: Sendable {}
extension sockaddr_in: SocketAddress, @unchecked Sendable {}
extension SocketAddress where Self == sockaddr_in {
  public static func inet(ip4: String, port: UInt16) throws -> Self { fatalError() }
}
public enum SocketError: Error { case failed(type: String, errno: Int32, message: String) }

public struct Socket { public enum Address: Sendable { case ip4(String, port: UInt16), ip6(String, port: UInt16), unix(String) } }
