// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import Foundation

// Declarations that come with Objective-C and Apple's Foundation.

/// The name of a method.
public struct Selector: Hashable, Sendable {
  fileprivate let name: String
  public init(_ name: String) { self.name = name }
}

public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

/// Calls of optional methods that the delegate does not have, perhaps because of a misspelled name.
@MainActor public enum MissingMethods {
  public private(set) static var calls: [String] = []
  static func note(_ function: String = #function) { calls.append(function) }
  public static func forget() { calls = [] }
}

/// A class that lacks optional methods of its protocols.
///
/// Objective-C's runtime knows which methods a class has. Swift's runtime can't tell a class's method from the protocol's
/// default, so that a class says what it lacks; a class that says nothing has all methods. `SimulatedApp` checks that: if it
/// calls a method because the class claims to have it, and the call ends in a default, it traps.
public protocol LacksMethods: NSObjectProtocol {
  /// The Objective-C names of the methods.
  nonisolated static var lackedMethods: Set<String> { get }
}

open class NSUserActivity: NSObject {
  open var activityType: String
  open var title: String?
  open var webpageURL: URL?
  open var userInfo: [AnyHashable: Any]?

  public init(activityType: String) { self.activityType = activityType }
}
