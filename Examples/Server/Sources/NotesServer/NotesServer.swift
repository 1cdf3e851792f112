import Hummingbird
import LifecycleServices
public import Logging
public import ModuleLifecycle
import NIOCore
public import ServiceLifecycle
public import UnixSignals

/// A server for notes, made of modules and services.
public struct NotesServer: Service {
  /// Its modules.
  public let composite: CompositeDelegate
  private let group: ServiceGroup

  /// - Parameters:
  ///   - path: The database file, or `:memory:`.
  ///   - port: The port on 127.0.0.1, or 0 for any that is free.
  ///   - signals: The signals that shut it down.
  ///   - isListening: Called with the port when requests are accepted.
  @MainActor public init(
    path: String, port: Int, signals: [UnixSignal] = [], logger: Logger,
    isListening: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    let composite = CompositeDelegate(name: "Notes")
    composite.registerEvent(RequestServed.self)
    try composite.register("Store", isRequired: true) { Store(path: path) }
    try composite.register("Cache") { Cache() }
    try composite.register("Statistics") { Statistics() }

    let (ports, listening) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    var web = Application(
      router: Routes(composite: composite).router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: "notes"),
      onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
    // A group begins all services at once, and requests need the store.
    web.beforeServerStarts { try await composite.waitUntilLaunched() }

    let services: [any Service] = [
      CompositeService(composite, shutDownWithin: .seconds(10)),
      try Jobs(composite: composite).observed(by: composite, as: "Jobs"),
      try web.observed(by: composite, as: "HTTP") { _ in
        for await port in ports { return isListening(port) }
        throw CancellationError()
      },
    ]
    self.composite = composite
    group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: services, gracefulShutdownSignals: signals, logger: logger))
  }

  /// Runs until it is shut down.
  public func run() async throws { try await group.run() }

  /// Shuts it down as a signal does.
  public func shutDown() async { await group.triggerGracefulShutdown() }
}

extension CompositeDelegate {
  /// The store, while there is one.
  func store() throws -> Store {
    guard let store = module(Store.self) else { throw HTTPError(.serviceUnavailable, message: "There is no store.") }
    return store
  }
}
