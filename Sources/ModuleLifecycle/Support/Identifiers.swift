import Synchronization

/// A number that the process assigns once, counted from 1. Later ones are higher.
public protocol SerialID: RawRepresentable<UInt64>, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// Creates an ID from its number, as read from a recording.
  init(rawValue: UInt64)
}

extension SerialID {
  /// Creates an ID from its number.
  public init(integerLiteral number: UInt64) { self.init(rawValue: number) }

  /// Orders earlier ones first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number, in decimal.
  public var description: String { String(rawValue) }
}

/// Identifies one registration of a module. It stays when the module is removed and restored.
public struct ModuleID: SerialID {
  /// The number.
  public let rawValue: UInt64
  /// Creates an ID from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Identifies one delivery of one event.
package struct DispatchID: SerialID {
  /// The number.
  public let rawValue: UInt64
  /// Creates an ID from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Identifies one owner of objects. Each instance of a module has its own.
public struct OwnerID: SerialID, Codable {
  /// The number.
  public let rawValue: UInt64
  /// Creates an ID from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What tells a module from others: a `String`, its name in the composite that is asked, or a `ModuleID`, its registration
/// in that composite or one inside it. No other type refers to a module.
public protocol ModuleReference: Sendable {}

extension String: ModuleReference {}
extension ModuleID: ModuleReference {}

/// Assigns the process's numbers for dispatches, modules, owners, owned objects, readers and references, each counted
/// from one.
enum Identifiers {
  private static let dispatches = Atomic<UInt64>(0)
  private static let modules = Atomic<UInt64>(0)
  private static let owners = Atomic<UInt64>(0)
  private static let objects = Atomic<UInt64>(0)
  private static let readers = Atomic<UInt64>(0)
  private static let references = Atomic<UInt64>(0)

  /// Only the main actor counts dispatches, so no other count can come between the load and the store.
  @MainActor static func nextDispatch() -> DispatchID {
    let id = dispatches.load(ordering: .relaxed) + 1
    dispatches.store(id, ordering: .relaxed)
    return DispatchID(rawValue: id)
  }
  /// The number of the latest dispatch.
  static var latestDispatch: DispatchID { DispatchID(rawValue: dispatches.load(ordering: .relaxed)) }
  static func nextModule() -> ModuleID { ModuleID(rawValue: modules.wrappingAdd(1, ordering: .relaxed).newValue) }
  static func nextOwner() -> OwnerID { OwnerID(rawValue: owners.wrappingAdd(1, ordering: .relaxed).newValue) }
  static func nextReader() -> UInt64 { readers.wrappingAdd(1, ordering: .relaxed).newValue }
  static func nextReference() -> UInt64 { references.wrappingAdd(1, ordering: .relaxed).newValue }
  static func nextObject() -> UInt64 { objects.wrappingAdd(1, ordering: .relaxed).newValue }
}
