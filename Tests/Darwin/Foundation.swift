// swift-format-ignore-file
// Stand-ins for the parts of Foundation that the sources use: https://developer.apple.com/documentation/foundation
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double

// https://developer.apple.com/documentation/foundation/date
public struct Date: Comparable, Hashable, Codable, Sendable {
  public init() { fatalError() }
  public init(timeIntervalSince1970: TimeInterval) { fatalError() }
  public init(timeIntervalSinceNow: TimeInterval) { fatalError() }
  public static let distantFuture = Date()
  public static let distantPast = Date()
  public static var now: Date { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public var timeIntervalSinceNow: TimeInterval { fatalError() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
  public static func < (left: Date, right: Date) -> Bool { fatalError() }
}

// https://developer.apple.com/documentation/foundation/dataprotocol
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}

// https://developer.apple.com/documentation/foundation/data
public struct Data: RandomAccessCollection, RangeReplaceableCollection, MutableCollection, DataProtocol, Hashable, Codable,
  Sendable
{
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    public static let alwaysMapped = ReadingOptions(rawValue: 8)
  }
  public init() { fatalError() }
  public init(_ elements: some Sequence<UInt8>) { fatalError() }
  public init(count: Int) { fatalError() }
  public init(bytes: UnsafeRawPointer, count: Int) { fatalError() }
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
  public init?(base64Encoded: String) { fatalError() }
  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
  public func base64EncodedString() -> String { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 { get { fatalError() } set { fatalError() } }
  public subscript(bounds: Range<Int>) -> Data { get { fatalError() } set { fatalError() } }
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<UInt8>) { fatalError() }
  public mutating func append(_ data: Data) { fatalError() }
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result { fatalError() }
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
}

// https://developer.apple.com/documentation/foundation/url
public struct URL: Hashable, Codable, Sendable, CustomStringConvertible {
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init?(string: String) { fatalError() }
  public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {
    fatalError()
  }
  public init(fileURLWithPath path: String) { fatalError() }
  public var scheme: String? { fatalError() }
  public var path: String { fatalError() }
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
  public var query: String? { fatalError() }
  public func query(percentEncoded: Bool = true) -> String? { fatalError() }
  public func host(percentEncoded: Bool = true) -> String? { fatalError() }
  public var absoluteString: String { fatalError() }
  public var relativeString: String { fatalError() }
  public var description: String { fatalError() }
  public var lastPathComponent: String { fatalError() }
  public var pathExtension: String { fatalError() }
  public var isFileURL: Bool { fatalError() }
  public func appending(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func deletingPathExtension() -> URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }
  public var standardizedFileURL: URL { fatalError() }
}

// https://developer.apple.com/documentation/foundation/uuid
public struct UUID: Hashable, Codable, Sendable, CustomStringConvertible {
  public init?(uuidString: String) { fatalError() }
  public init() { fatalError() }
  public var uuidString: String { fatalError() }
  public var description: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/jsonencoder
open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`, convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum DateEncodingStrategy: Sendable { case deferredToDate, secondsSince1970, iso8601 }
  public init() { fatalError() }
  open var outputFormatting: OutputFormatting { get { fatalError() } set { fatalError() } }
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { fatalError() }
    set { fatalError() }
  }
  open var dateEncodingStrategy: DateEncodingStrategy { get { fatalError() } set { fatalError() } }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}

// https://developer.apple.com/documentation/foundation/jsondecoder
open class JSONDecoder: @unchecked Sendable {
  public init() { fatalError() }
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsnumber
open class NSNumber: NSObject {
  open var intValue: Int { fatalError() }
  open var int64Value: Int64 { fatalError() }
  open var boolValue: Bool { fatalError() }
  open var doubleValue: Double { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nserror
open class NSError: NSObject, Error, @unchecked Sendable {
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
  open var localizedDescription: String { fatalError() }
}

// The compiler calls it for `error as NSError`.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }

extension Error {
  // https://developer.apple.com/documentation/swift/error/localizeddescription
  public var localizedDescription: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/localizederror
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}
extension LocalizedError { public var errorDescription: String? { nil } }

// https://developer.apple.com/documentation/foundation/nsunderlyingerrorkey
public let NSUnderlyingErrorKey = ""
public let NSPOSIXErrorDomain = ""

// https://developer.apple.com/documentation/foundation/posixerror
public struct POSIXErrorCode: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32
  public init?(rawValue: Int32) { fatalError() }
  public static var EIO: POSIXErrorCode { fatalError() }
  public static var EINTR: POSIXErrorCode { fatalError() }
}
public struct POSIXError: Error, Hashable, Sendable {
  public typealias Code = POSIXErrorCode
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: POSIXErrorCode { fatalError() }
}

// https://developer.apple.com/documentation/foundation/filemanager
open class FileManager: NSObject {
  public class var `default`: FileManager { fatalError() }
  open var currentDirectoryPath: String { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  @available(iOS, unavailable)
  open var homeDirectoryForCurrentUser: URL { fatalError() }
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
  open func contents(atPath path: String) -> Data? { fatalError() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  open func removeItem(at url: URL) throws { fatalError() }
  open func removeItem(atPath path: String) throws { fatalError() }
  @discardableResult
  open func createFile(
    atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { fatalError() }
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
}

// https://developer.apple.com/documentation/foundation/propertylistdecoder
open class PropertyListDecoder {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

// https://developer.apple.com/documentation/objectivec/objcbool
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public var boolValue: Bool { fatalError() }
  public init(booleanLiteral value: Bool) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/fileattributekey
public struct FileAttributeKey: Hashable, Sendable {
  public static let size = FileAttributeKey()
  public static let type = FileAttributeKey()
  public static let posixPermissions = FileAttributeKey()
}

// https://developer.apple.com/documentation/foundation/fileattributetype
public struct FileAttributeType: Hashable, Sendable {
  public static let typeRegular = FileAttributeType()
  public static let typeDirectory = FileAttributeType()
  public static let typeSocket = FileAttributeType()
}

// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) { fatalError() }
  public convenience init(fileDescriptor: Int32) { fatalError() }
  public convenience init(forWritingTo url: URL) throws { fatalError() }
  public convenience init(forReadingFrom url: URL) throws { fatalError() }
  public convenience init?(forReadingAtPath path: String) { fatalError() }
  open var fileDescriptor: Int32 { fatalError() }
  open func close() throws { fatalError() }
  open func read(upToCount count: Int) throws -> Data? { fatalError() }
  open func readToEnd() throws -> Data? { fatalError() }
  open func write(contentsOf data: some DataProtocol) throws { fatalError() }
  @discardableResult open func seekToEnd() throws -> UInt64 { fatalError() }
  open func synchronize() throws { fatalError() }
}

// https://developer.apple.com/documentation/foundation/pipe
open class Pipe: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}

// https://developer.apple.com/documentation/foundation/process
@available(iOS, unavailable)
open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
  public override init() { fatalError() }
  open var executableURL: URL? { get { fatalError() } set { fatalError() } }
  open var arguments: [String]? { get { fatalError() } set { fatalError() } }
  open var environment: [String: String]? { get { fatalError() } set { fatalError() } }
  open var currentDirectoryURL: URL? { get { fatalError() } set { fatalError() } }
  open var standardInput: Any? { get { fatalError() } set { fatalError() } }
  open var standardOutput: Any? { get { fatalError() } set { fatalError() } }
  open var standardError: Any? { get { fatalError() } set { fatalError() } }
  open var terminationHandler: (@Sendable (Process) -> Void)? { get { fatalError() } set { fatalError() } }
  open var processIdentifier: Int32 { fatalError() }
  open var isRunning: Bool { fatalError() }
  open var terminationStatus: Int32 { fatalError() }
  open var terminationReason: TerminationReason { fatalError() }
  open func run() throws { fatalError() }
  open func terminate() { fatalError() }
  open func interrupt() { fatalError() }
  open func waitUntilExit() { fatalError() }
}

// https://developer.apple.com/documentation/foundation/operatingsystemversion
public struct OperatingSystemVersion: Sendable {
  public var majorVersion, minorVersion, patchVersion: Int
}

// https://developer.apple.com/documentation/foundation/processinfo
open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
  open var arguments: [String] { fatalError() }
  open var processName: String { fatalError() }
  open var processIdentifier: Int32 { fatalError() }
  open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
  open var activeProcessorCount: Int { fatalError() }
  open var systemUptime: TimeInterval { fatalError() }
}

// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { fatalError() }
  open var executablePath: String? { fatalError() }
  open var executableURL: URL? { fatalError() }
  open func object(forInfoDictionaryKey key: String) -> Any? { fatalError() }
  // https://developer.apple.com/documentation/foundation/bundle/appstorereceipturl
  @available(macOS, deprecated: 15, message: "Use AppTransaction.shared and Transaction.all from StoreKit.framework instead")
  @available(iOS, deprecated: 18, message: "Use AppTransaction.shared and Transaction.all from StoreKit.framework instead")
  open var appStoreReceiptURL: URL? { fatalError() }
}

// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  open class var isMainThread: Bool { fatalError() }
  open class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
  open var stackSize: Int { get { fatalError() } set { fatalError() } }
  open var name: String? { get { fatalError() } set { fatalError() } }
  open func start() { fatalError() }
}

// https://developer.apple.com/documentation/foundation/runloop
open class RunLoop: NSObject {
  // https://developer.apple.com/documentation/foundation/runloop/mode
  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let `default` = Mode(rawValue: "")
    public static let common = Mode(rawValue: "")
  }
  open class var main: RunLoop { fatalError() }
  open class var current: RunLoop { fatalError() }
  open func run(mode: Mode, before limit: Date) -> Bool { fatalError() }
  open func add(_ timer: Timer, forMode mode: Mode) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/timer
open class Timer: NSObject {
  public convenience init(
    timeInterval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) { fatalError() }
  open var isValid: Bool { fatalError() }
  open func invalidate() { fatalError() }
}

// https://developer.apple.com/documentation/foundation/calendar
public struct Calendar: Hashable, Sendable {
  public enum Component: Sendable { case hour, minute, second }
  public static var current: Calendar { fatalError() }
  public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { fatalError() }
}

// https://developer.apple.com/documentation/foundation/datecomponents
public struct DateComponents: Hashable, Sendable {
  public var hour: Int? { fatalError() }
  public var minute: Int? { fatalError() }
  public var second: Int? { fatalError() }
}

// https://developer.apple.com/documentation/foundation/timezone
public struct TimeZone: Hashable, Sendable {
  public static var current: TimeZone { fatalError() }
  public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open func lock() { fatalError() }
  open func unlock() { fatalError() }
  // https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
  open func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsrecursivelock
open class NSRecursiveLock: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open func lock() { fatalError() }
  open func unlock() { fatalError() }
  // https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
  open func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}

// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Hashable, Sendable {
  public static let whitespaces = CharacterSet()
  public static let whitespacesAndNewlines = CharacterSet()
  public static let newlines = CharacterSet()
  public static let urlQueryAllowed = CharacterSet()
}

extension String {
  // https://developer.apple.com/documentation/swift/string/encoding
  public struct Encoding: Hashable, Sendable { public static let utf8 = Encoding() }
  // https://developer.apple.com/documentation/swift/string/init(contentsoffile:encoding:)
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  // https://developer.apple.com/documentation/swift/string/init(contentsof:encoding:)
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  // https://developer.apple.com/documentation/swift/string/init(data:encoding:)
  public init?(data: Data, encoding: Encoding) { fatalError() }
}

extension StringProtocol {
  // https://developer.apple.com/documentation/swift/stringprotocol/capitalized
  public var capitalized: String { fatalError() }
  // https://developer.apple.com/documentation/swift/stringprotocol/trimmingcharacters(in:)
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  // https://developer.apple.com/documentation/swift/stringprotocol/range(of:options:range:locale:)
  public func range(of string: some StringProtocol) -> Range<Index>? { fatalError() }
  // https://developer.apple.com/documentation/swift/stringprotocol/replacingoccurrences(of:with:options:range:)
  public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
    fatalError()
  }
  // https://developer.apple.com/documentation/swift/stringprotocol/write(to:atomically:encoding:)
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws { fatalError() }
}
