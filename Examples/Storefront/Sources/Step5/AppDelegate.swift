import ModuleLifecycle
import RollcallInspection
import RollcallUIKit
import UIKit

final class AppDelegate: CompositeApplicationDelegate {
  override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("OrderBook") { OrderBook() }
    try composite.register("Session") { Session() }
    try composite.register("Front", role: .main, after: ["OrderBook", "Session"]) { Front() }
    try composite.register("Push", after: ["OrderBook"]) { Push() }
    try composite.register("Statistics", after: ["Front"]) { Statistics() }
    #if DEBUG
    do { try composite.startInspector() } catch { print(error) }
    #endif
    return composite
  }

  override var window: UIWindow? {
    get { composite.module(Front.self)?.window }
    set { composite.module(Front.self)?.window = newValue }
  }
}
