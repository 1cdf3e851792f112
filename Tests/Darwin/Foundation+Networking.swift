// swift-format-ignore-file
// https://developer.apple.com/documentation/foundation/operationqueue
open class OperationQueue: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open class var main: OperationQueue { fatalError() }
  open var underlyingQueue: DispatchQueue? { get { fatalError() } set { fatalError() } }
  open var maxConcurrentOperationCount: Int { get { fatalError() } set { fatalError() } }
}

// https://developer.apple.com/documentation/foundation/notification
public struct Notification {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { fatalError() }
    public init(rawValue: String) { fatalError() }
  }
  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
}

// https://developer.apple.com/documentation/foundation/notificationcenter
open class NotificationCenter: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open class var `default`: NotificationCenter { fatalError() }
  open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) { fatalError() }
  open func post(name: Notification.Name, object: Any?) { fatalError() }
  open func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]?) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsuseractivity
open class NSUserActivity: NSObject {
  open var activityType: String { fatalError() }
  open var webpageURL: URL? { get { fatalError() } set { fatalError() } }
  open var userInfo: [AnyHashable: Any]? { get { fatalError() } set { fatalError() } }
}

// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData }
  public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {
    fatalError()
  }
  public var url: URL? { get { fatalError() } set { fatalError() } }
  public var httpMethod: String? { get { fatalError() } set { fatalError() } }
  public var timeoutInterval: TimeInterval { get { fatalError() } set { fatalError() } }
}

// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {
  public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/httpurlresponse
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static let badURL = Code(rawValue: 0)
    public static let cancelled = Code(rawValue: 0)
    public static let unknown = Code(rawValue: 0)
  }
  public init(_ code: Code) { fatalError() }
  public var code: Code { fatalError() }
  public static var cancelled: Code { .cancelled }
}

// https://developer.apple.com/documentation/foundation/urlsessiontask
open class URLSessionTask: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/urlsessiontask/state-swift.enum
  public enum State: Int, Sendable { case running, suspended, canceling, completed }
  open var state: State { fatalError() }
  open var originalRequest: URLRequest? { fatalError() }
  open func cancel() { fatalError() }
  open func resume() { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlsessiondatatask
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { fatalError() }
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var urlCache: URLCache? { get { fatalError() } set { fatalError() } }
  open var protocolClasses: [AnyClass]? { get { fatalError() } set { fatalError() } }
  open var timeoutIntervalForRequest: TimeInterval { get { fatalError() } set { fatalError() } }
}

// https://developer.apple.com/documentation/foundation/urlcache
open class URLCache: NSObject, @unchecked Sendable {
  public enum StoragePolicy: UInt, Sendable { case allowed, allowedInMemoryOnly, notAllowed }
}

// https://developer.apple.com/documentation/foundation/urlprotocol
open class URLProtocol: NSObject {
  open var client: (any URLProtocolClient)? { fatalError() }
  open var request: URLRequest { fatalError() }
  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open func startLoading() { fatalError() }
  open func stopLoading() { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlprotocolclient
public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
}

// https://developer.apple.com/documentation/foundation/urlsessiondelegate
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
}
extension URLSessionDelegate {
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
extension URLSessionTaskDelegate {
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    fatalError()
  }
}

// https://developer.apple.com/documentation/foundation/urlsession
open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
  ) { fatalError() }
  public convenience init(configuration: URLSessionConfiguration) { fatalError() }
  open var delegate: (any URLSessionDelegate)? { fatalError() }
  open var configuration: URLSessionConfiguration { fatalError() }
  open func reset(completionHandler: @escaping @Sendable () -> Void) { fatalError() }
  open func invalidateAndCancel() { fatalError() }
  open func finishTasksAndInvalidate() { fatalError() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
  open func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  open func data(from url: URL) async throws -> (Data, URLResponse) { fatalError() }
  open func data(for request: URLRequest) async throws -> (Data, URLResponse) { fatalError() }
}
