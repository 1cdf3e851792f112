import Hummingbird
public import Logging
public import ModuleLifecycle
import NIOCore
import RollcallServices
public import ServiceLifecycle
public import UnixSignals

/// A server for notes, made of modules and services.
public struct NotesServer: Service {
  /// The composite with the server's modules.
  public let composite: CompositeDelegate
  private let group: ServiceGroup

  /// - Parameters:
  ///   - path: The database file, or `:memory:`.
  ///   - port: The port on 127.0.0.1, or 0 for any free port.
  ///   - signals: The signals that shut the server down.
  ///   - endsProcess: Whether the process ends when the shutdown has not ended in time.
  ///   - limit: How long the shutdown may take.
  ///   - isListening: Called with the port when the server accepts requests.
  @MainActor public init(
    path: String, port: Int, signals: [UnixSignal] = [], endsProcess: Bool = false, limit: Duration = .seconds(10),
    logger: Logger,
    isListening: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    let composite = CompositeDelegate(name: "Notes")
    try composite.registerEvent(RequestServed.self)
    try composite.register("Store", isRequired: true) { Store(path: path) }
    try composite.register("Cache") { Cache() }
    try composite.register("Statistics") { Statistics() }

    let (ports, listening) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let web = Application(
      router: Routes(composite: composite).router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: "notes"),
      onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
    // A group starts all services at once. Jobs and requests need the store.
    let services: [any Service] = [
      CompositeService(composite, shutDownWithin: limit, endsProcess: endsProcess),
      try Jobs(composite: composite).observed(by: composite, as: "Jobs", startsAfterLaunch: true),
      try web.observed(by: composite, as: "HTTP", startsAfterLaunch: true) { _ in
        for await port in ports { return isListening(port) }
        throw CancellationError()
      },
    ]
    self.composite = composite
    group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: services, gracefulShutdownSignals: signals, logger: logger))
  }

  /// Runs the server until it is shut down.
  public func run() async throws { try await group.run() }

  /// Shuts the server down, as a signal does.
  public func shutDown() async { await group.triggerGracefulShutdown() }
}

extension CompositeDelegate {
  /// Returns the store. Throws 503 if there is none, or it is not open.
  func store() throws -> Store {
    guard let store = module(Store.self), store.isOpen else {
      throw HTTPError(.serviceUnavailable, message: "There is no store.")
    }
    return store
  }
}
