// swift-format-ignore-file
// Stand-ins for the parts of FlyingFox that RollcallSampleModules uses: https://github.com/swhitty/FlyingFox
public import FlyingSocks
public import Foundation

public struct HTTPRequest: Sendable {
  public struct QueryItem: Sendable {}
  public var path: String
  public var query: [QueryItem]
}
extension Array where Element == HTTPRequest.QueryItem { public subscript(_ name: String) -> String? { fatalError() } }
public struct HTTPHeader: Sendable, Hashable { public static let location = HTTPHeader() }
public struct HTTPHeaders: Sendable { public init(_ headers: [HTTPHeader: String] = [:]) { fatalError() } }
public struct HTTPStatusCode: Sendable {
  public static let ok = HTTPStatusCode()
  public static let notFound = HTTPStatusCode()
  public static let temporaryRedirect = HTTPStatusCode()
}
public struct HTTPResponse: Sendable { public init(statusCode: HTTPStatusCode, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) { fatalError() } }
public protocol Logging: Sendable {}
public struct DisabledLogger: Logging {}
extension Logging where Self == DisabledLogger { public static var disabled: Self { fatalError() } }

public actor HTTPServer {
  public init(address: some SocketAddress, timeout: TimeInterval, logger: any Logging) { fatalError() }
  public var listeningAddress: Socket.Address? { fatalError() }
  public func appendRoute(_ route: String, handler: @Sendable @escaping (HTTPRequest) async throws -> HTTPResponse) { fatalError() }
  public func waitUntilListening(timeout: TimeInterval) async throws { fatalError() }
  public func run() async throws { fatalError() }
}
