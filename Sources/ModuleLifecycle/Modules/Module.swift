/// A part of the application that takes part in its lifecycle.
///
/// ```swift
/// final class Session: Module {
///   let owned = OwnedObjects()
///
///   static func handlers(_ handlers: inout Handlers<Session>) {
///     handlers.on(DidEnterBackground.self) { session, _ in session.save() }
///     handlers.answer(OpenURL.self) { session, event in event.url.scheme == "pay" ? true : nil }
///   }
/// }
/// ```
///
/// The table of handlers doesn't retain the module: each handler receives the module when it is called. There is no
/// `[weak self]` to forget, and removing a module is enough to release it.
@MainActor public protocol Module: AnyObject {
  /// Registers a handler for each event that every instance handles, one line each.
  static func handlers(_ handlers: inout Handlers<Self>)

  /// Registers handlers for events that only this instance handles. Use it when the handlers are known only at run
  /// time.
  ///
  /// The closures must take the module from their argument and not capture it.
  func instanceHandlers(_ handlers: inout Handlers<Self>)
}

extension Module {
  /// Registers no handlers.
  public static func handlers(_ handlers: inout Handlers<Self>) {}

  /// Registers no handlers.
  public func instanceHandlers(_ handlers: inout Handlers<Self>) {}
}
