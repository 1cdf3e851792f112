import ModuleLifecycle
import RollcallUIKit
import Services
import UIKit

/// Push notifications.
final class Push: Module {
  static func handlers(_ handlers: inout Handlers<Push>) {
    handlers.on(DidRegisterForRemoteNotifications.self) { _, _, native in
      if let token = native[Data.self] { PushService.shared.register(token) }
    }
    handlers.on(DidFailToRegisterForRemoteNotifications.self) { _, _, native in
      if let error = native[(any Error).self] { PushService.shared.failed(error) }
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { _, _, native, completion in
      guard PushService.shared.handle(native[[AnyHashable: Any].self] ?? [:]) else { return completion(.noData) }
      Orders.shared.refresh { completion($0 ? .newData : .noData) }
    }
  }
}
