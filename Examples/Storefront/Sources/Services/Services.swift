// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The classes of the shop's app besides its delegate. All targets use them. Each records its calls.

/// What was done, in order.
@MainActor public enum Log {
  public private(set) static var lines: [String] = []
  public static func add(_ line: String) { lines.append(line) }
  public static func clear() { lines = [] }
}

/// The vendor's SDK for crashes and counts.
@MainActor public final class Analytics {
  public static let shared = Analytics()
  public func start(options: [String: String]) { Log.add("analytics starts\(options.isEmpty ? "" : " \(options)")") }
  public func track(_ event: String) { Log.add("track \(event)") }
  public func flush() { Log.add("analytics flushed") }
}

/// The customer's session.
@MainActor public final class Account {
  public static let shared = Account()
  public private(set) var token: String?
  public func restore() {
    token = "kept"
    Log.add("session restored")
  }
  public func logIn(with url: URL) -> Bool {
    token = url.lastPathComponent
    Log.add("logged in by \(url)")
    return true
  }
  public func lock() { Log.add("session locked") }
}

/// The orders on disk.
@MainActor public final class Orders {
  public static let shared = Orders()
  public func open() { Log.add("orders opened") }
  public func save() { Log.add("orders saved") }
  public func close() { Log.add("orders closed") }
  public func trim() { Log.add("orders trimmed") }
  /// Gives whether there was anything new.
  public func refresh(_ done: @escaping @MainActor (Bool) -> Void) {
    Log.add("orders refreshed")
    done(true)
  }
}

/// Where pushes come from.
@MainActor public final class PushService {
  public static let shared = PushService()
  public func register(_ token: Data) { Log.add("push token of \(token.count) bytes") }
  public func failed(_ error: any Error) { Log.add("no push") }
  public func handle(_ message: [AnyHashable: Any]) -> Bool {
    Log.add("push \(message["order"] ?? "")")
    return message["order"] != nil
  }
}

/// What is on the screen.
@MainActor public final class Router {
  public static let shared = Router()
  public func showFront() { Log.add("front page") }
  public func show(_ place: String) { Log.add("show \(place)") }
  public func cover() { Log.add("covered") }
  public func uncover() { Log.add("uncovered") }
}

/// Said when the customer logs out.
extension Notification.Name {
  public static let userDidLogOut = Notification.Name("userDidLogOut")
}
