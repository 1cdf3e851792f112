/// A module whose start takes time or can fail: it connects to a database, warms a cache or binds a port.
///
/// ```swift
/// final class Database: StartingModule {
///   let owned = OwnedObjects()
///
///   func start() async throws {
///     let pool = try await Pool.connect()
///     owned.own("database", "pool", closing: pool, within: .seconds(5)) { pool in await pool.close() }
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
  /// on or brought back after the launch.
  ///
  /// - Throws: An error that says why the module can't start. If the module is required, the error ends the launch.
  ///   Otherwise it causes a warning.
  func start() async throws
}
