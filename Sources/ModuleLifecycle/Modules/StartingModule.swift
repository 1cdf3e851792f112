/// A module whose start takes time, or may fail: one that connects to a database, warms a cache, binds a port.
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
/// It stops by what it owns: `CompositeDelegate.shutDown(within:)` waits for each asynchronous cleanup.
@MainActor public protocol StartingModule: Module {
  /// Starts the module. `CompositeDelegate.launch()` calls it once for each instance, in the order of registration, and waits
  /// for it. It is called without waiting when the application is launched by `send(_:)`, and when the module is registered,
  /// switched on or brought back after the launch.
  ///
  /// - Throws: Why the module can't start. That ends the launch if the module is required. It is a warning if not.
  func start() async throws
}
