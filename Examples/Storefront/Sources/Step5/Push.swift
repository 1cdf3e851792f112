import ModuleLifecycle
import RollcallUIKit
import Services
import UIKit

/// Push notifications.
final class Push: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Push>) {
    handlers.on(DidRegisterForRemoteNotifications.self) { _, _, system in
      if let token = system.deviceToken { PushService.shared.register(token) }
    }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { _, _, system in
      if let error = system.error { PushService.shared.failed(error) }
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { _, _, system, completion in
      guard PushService.shared.handle(system.userInfo ?? [:]) else { return completion(.noData) }
      Orders.shared.refresh { completion($0 ? .newData : .noData) }
    }
  }
}
