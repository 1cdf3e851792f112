#if CommandLine
import Foundation
import ModuleLifecycle

/// Registers for push notifications, and keeps the token that it receives.
final class Push: Module {
  struct Refused: Error, CustomStringConvertible { let description: String }

  private let owned = OwnedObjects()
  private(set) var token: Data?

  static func handlers(_ handlers: inout ModuleHandlers<Push>) {
    handlers.answer(DidFinishLaunching.self) { push, _ in
      push.owned.own("push notifications", as: .registration) {}
      return true
    }
    handlers.answer(DidReceiveRemoteNotification.self) { _, event in event.userInfo.isEmpty ? .noData : .newData }
    handlers.on(DidRegisterForRemoteNotifications.self) { push, event in push.token = try Self.bytes(of: event.token) }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { push, event in
      push.token = nil
      throw Refused(description: event.error)
    }
  }

  /// Decodes a hexadecimal token.
  static func bytes(of token: String) throws -> Data {
    guard !token.isEmpty else { throw Refused(description: "no token") }
    var bytes = Data()
    var rest = token[...]
    while !rest.isEmpty {
      guard rest.count > 1, let byte = UInt8(rest.prefix(2), radix: 16) else {
        throw Refused(description: "the token is not hexadecimal")
      }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
#endif
