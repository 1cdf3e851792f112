import Synchronization

/// Identifies one registration of a module. Unique in the process, and kept when the module is removed and brought
/// back.
public struct ModuleID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number. Earlier registrations have lower numbers.
  public let rawValue: UInt64

  /// Creates an ID from its number, as read from a recording.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Orders earlier registrations first.
  public static func < (left: ModuleID, right: ModuleID) -> Bool { left.rawValue < right.rawValue }

  /// The number, in decimal.
  public var description: String { String(rawValue) }
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
  @MainActor static func nextDispatch() -> UInt64 {
    let id = dispatches.load(ordering: .relaxed) + 1
    dispatches.store(id, ordering: .relaxed)
    return id
  }
  /// The number of the latest dispatch.
  static var latestDispatch: UInt64 { dispatches.load(ordering: .relaxed) }
  static func nextModule() -> ModuleID { ModuleID(rawValue: modules.wrappingAdd(1, ordering: .relaxed).newValue) }
  static func nextOwner() -> UInt64 { owners.wrappingAdd(1, ordering: .relaxed).newValue }
  static func nextReader() -> UInt64 { readers.wrappingAdd(1, ordering: .relaxed).newValue }
  static func nextReference() -> UInt64 { references.wrappingAdd(1, ordering: .relaxed).newValue }
  static func nextObject() -> UInt64 { objects.wrappingAdd(1, ordering: .relaxed).newValue }
}
