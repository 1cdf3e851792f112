public import ModuleLifecycle
public import UIKitForwarding

/// What is left of the delegate: the list of the modules, in the order in which each event calls them.
public final class AppDelegate: CompositeApplicationDelegate {
  public override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Statistics") { Statistics() }
    // What reads orders comes after it; the compiler can't see that, so it is said.
    try composite.register("OrderBook") { OrderBook() }
    try composite.register("Session", after: ["OrderBook"]) { Session() }
    try composite.register("Front", role: .main, after: ["OrderBook"]) { Front() }
    try composite.register("Push", after: ["OrderBook"]) { Push() }
    return composite
  }
}
