/// A part of the application that takes part in its lifecycle.
///
/// ```swift
/// final class Session: Module {
///   let owned = OwnedObjects()
///
///   static func handlers(_ handlers: inout ModuleHandlers<Session>) {
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
  static func handlers(_ handlers: inout ModuleHandlers<Self>)

  /// Registers handlers for events that only this instance handles. Use it when the handlers are known only at run
  /// time.
  ///
  /// The closures must take the module from their argument and not capture it.
  func instanceHandlers(_ handlers: inout ModuleHandlers<Self>)
}

extension Module {
  /// Registers no handlers.
  public static func handlers(_ handlers: inout ModuleHandlers<Self>) {}

  /// Registers no handlers.
  public func instanceHandlers(_ handlers: inout ModuleHandlers<Self>) {}
}

/// A module whose start takes time or can fail: it connects to a database, warms a cache or binds a port.
///
/// ```swift
/// final class Database: StartingModule {
///   let owned = OwnedObjects()
///
///   func start() async throws {
///     let pool = try await Pool.connect()
///     owned.own(closing: pool, "pool", as: "database", within: .seconds(5)) { pool in await pool.close() }
///   }
/// }
/// ```
///
/// There is no `stop()`. The cleanups of the module's owned objects stop it, and `CompositeDelegate.shutDown(within:)`
/// waits for each asynchronous cleanup.
@MainActor public protocol StartingModule: Module {
  /// Starts the module.
  ///
  /// `CompositeDelegate.launch()` calls it once for each instance, in the order of registration, and waits for it. It
  /// is called without waiting when `send(_:)` launches the application, and when the module is registered, switched
  /// on or brought back after the launch. `CompositeDelegate.waitUntilReady(_:)` waits for one module.
  ///
  /// Its task is cancelled when the module is removed or the application ends. Nothing waits for it then, and its result is
  /// of no consequence.
  ///
  /// - Throws: An error that says why the module can't start. If the module is required, the error ends the launch.
  ///   Otherwise it causes a warning.
  func start() async throws
}
