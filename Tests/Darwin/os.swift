// swift-format-ignore-file
// Stand-ins for the parts of the module os that the sources and ArgumentParser use: https://developer.apple.com/documentation/os

// https://developer.apple.com/documentation/os/os_unfair_lock
public struct os_unfair_lock_s { public init() { fatalError() } }
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
// https://developer.apple.com/documentation/os/1646466-os_unfair_lock_lock
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { fatalError() }
// https://developer.apple.com/documentation/os/1646469-os_unfair_lock_unlock
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { fatalError() }

// https://developer.apple.com/documentation/os/oslog
open class OSLog {
  // https://developer.apple.com/documentation/os/oslog/category
  public struct Category {
    // https://developer.apple.com/documentation/os/oslog/category/pointsofinterest
    public static var pointsOfInterest: Category { fatalError() }
  }
}

// https://developer.apple.com/documentation/os/ossignposter
public struct OSSignposter: Sendable {
  public init(subsystem: String, category: OSLog.Category) { fatalError() }
  public var isEnabled: Bool { fatalError() }
  public func makeSignpostID() -> OSSignpostID { fatalError() }
  // https://developer.apple.com/documentation/os/ossignposter/begininterval(_:id:_:)
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState { fatalError() }
  // https://developer.apple.com/documentation/os/ossignposter/endinterval(_:_:)
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) { fatalError() }
}

// https://developer.apple.com/documentation/os/ossignpostid
public struct OSSignpostID: Sendable { public static let exclusive = OSSignpostID() }

// https://developer.apple.com/documentation/os/ossignpostintervalstate
public class OSSignpostIntervalState: @unchecked Sendable {}

// https://developer.apple.com/documentation/os/signpostmetadata
public typealias SignpostMetadata = OSLogMessage

// https://developer.apple.com/documentation/os/oslogmessage
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { fatalError() }
  public init(stringInterpolation: OSLogInterpolation) { fatalError() }
}

// https://developer.apple.com/documentation/os/osloginterpolation
public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  public mutating func appendLiteral(_ literal: String) { fatalError() }
  // https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-6tazr
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { fatalError() }
}

// https://developer.apple.com/documentation/os/oslogstringalignment
public struct OSLogStringAlignment { public static var none: OSLogStringAlignment { fatalError() } }

// https://developer.apple.com/documentation/os/oslogprivacy
public struct OSLogPrivacy {
  public static var auto: OSLogPrivacy { fatalError() }
  public static var `public`: OSLogPrivacy { fatalError() }
}
