// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import Foundation
import Synchronization

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

/// The address of a method's code. Here, no code is there: addresses differ if the methods do.
public typealias IMP = OpaquePointer

/// A class that overrides methods of its base class.
///
/// Objective-C's runtime knows which class implements a method. Swift's does not, so that a class says what it overrides.
public protocol OverridesMethods: NSObjectProtocol {
  /// The Objective-C names of the methods.
  nonisolated static var overriddenMethods: Set<String> { get }
}

/// What SDKs do with methods at run time. Here, it changes what the runtime says of the methods, and not what calls run.
public enum Swizzling {
  /// Who implements a method.
  fileprivate enum Implementer: Hashable {
    case root
    case type(ObjectIdentifier)
    case exchanged(ObjectIdentifier)
    case object(ObjectIdentifier)
  }

  private struct Method: Hashable {
    let selector: String
    let implementer: Implementer
  }

  private struct State {
    var addresses: [Method: Int] = [:]
    /// The images and symbols of addresses.
    var origins: [Int: (image: String, symbol: String)] = [:]
    /// The methods that were added or exchanged.
    var changed: Set<Method> = []
  }

  private static let state = Mutex(State())

  /// Adds a method to one object, as an SDK does that makes a class for it.
  public static func add(_ selector: String, to object: NSObject) {
    let method = Method(selector: selector, implementer: .object(ObjectIdentifier(object)))
    state.withLock { _ = $0.changed.insert(method) }
  }

  /// Exchanges a class's method.
  public static func exchange(_ selector: String, of type: AnyClass) {
    let method = Method(selector: selector, implementer: .exchanged(ObjectIdentifier(type)))
    state.withLock { _ = $0.changed.insert(method) }
  }

  /// Says whose code an object's method runs now, for the dynamic linker.
  public static func name(_ selector: String, of object: NSObject, image: String, symbol: String) {
    let address = address(of: selector, in: type(of: object), of: object)
    state.withLock { $0.origins[address] = (image, symbol) }
  }

  fileprivate static func origin(of address: Int) -> (image: String, symbol: String)? {
    state.withLock { $0.origins[address] }
  }

  /// Undoes all that.
  public static func undo() { state.withLock { $0.changed = [] } }

  static func address(of selector: String, in type: AnyClass, of object: NSObject? = nil) -> Int {
    state.withLock { state in
      let method = Method(
        selector: selector, implementer: implementer(of: selector, in: type, object) { state.changed.contains($0) })
      let address = state.addresses[method] ?? 16 * (state.addresses.count + 1)
      state.addresses[method] = address
      return address
    }
  }

  private static func implementer(
    of selector: String, in type: AnyClass, _ object: NSObject?, _ isChanged: (Method) -> Bool
  ) -> Implementer {
    let added = object.map { Implementer.object(ObjectIdentifier($0)) }
    if let added, isChanged(Method(selector: selector, implementer: added)) { return added }
    var next: AnyClass? = type
    while let type = next {
      let exchanged = Implementer.exchanged(ObjectIdentifier(type))
      if isChanged(Method(selector: selector, implementer: exchanged)) { return exchanged }
      if let overriding = type as? any OverridesMethods.Type, overriding.overriddenMethods.contains(selector) {
        return .type(ObjectIdentifier(type))
      }
      next = _getSuperclass(type)
    }
    return .root
  }
}

/// What the dynamic linker knows of an address.
@unsafe public struct Dl_info {
  public var dli_fname: UnsafePointer<CChar>?
  public var dli_sname: UnsafePointer<CChar>?
  public var dli_saddr: UnsafeMutableRawPointer?

  public init() {}
}

/// Finds the origin that a test has named.
public func dladdr(_ address: UnsafeRawPointer, _ info: inout Dl_info) -> Int32 {
  guard let origin = Swizzling.origin(of: Int(bitPattern: address)) else { return 0 }
  unsafe info.dli_fname = UnsafePointer(strdup(origin.image))
  unsafe info.dli_sname = UnsafePointer(strdup(origin.symbol))
  unsafe info.dli_saddr = UnsafeMutableRawPointer(mutating: address)
  return 1
}

open class NSUserActivity: NSObject {
  open var activityType: String
  open var title: String?
  open var webpageURL: URL?
  open var userInfo: [AnyHashable: Any]?

  public init(activityType: String) { self.activityType = activityType }
}
