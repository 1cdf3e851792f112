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
/// The table of handlers does not hold the module: each handler is given the module when it is called. So there is no
/// `[weak self]` to forget, and removing a module is enough to let it go.
@MainActor public protocol Module: AnyObject {
  /// Names the events that every instance handles, one line each.
  static func handlers(_ handlers: inout Handlers<Self>)

  /// Names the events that only this instance handles, for modules whose handlers are known at run time.
  ///
  /// The closures must take the module from their argument and not capture it.
  func instanceHandlers(_ handlers: inout Handlers<Self>)
}

extension Module {
  /// None.
  public static func handlers(_ handlers: inout Handlers<Self>) {}

  /// None.
  public func instanceHandlers(_ handlers: inout Handlers<Self>) {}
}
