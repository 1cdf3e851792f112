// The Swift on the page Servers.md, which `ReadmeTests` compares with this.

import Foundation
import Logging
import ModuleLifecycle
import RollcallInspection
import RollcallServices
import ServiceLifecycle
import UnixSignals

/// Stands for a pool of connections.
struct Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func ping() async throws {}
  func close() async {}
}

final class Database: StartingModule {
  let owned = OwnedObjects()
  private(set) var pool: Pool?

  func start() async throws {
    let pool = try await Pool.connect()
    owned.own(closing: pool, "pool", as: "database", within: .seconds(5)) { pool in await pool.close() }
    self.pool = pool
  }
}

@MainActor func run(_ composite: CompositeDelegate) async throws {
  try composite.register("Database", isRequired: true) { Database() }
  try await composite.launch()
  await waitForTermination()
  composite.send(WillTerminate())
  for object in await composite.shutDown(within: .seconds(10)) { print("\(object.owner): \(object.name) stays open") }
}

/// Returns when the process gets TERM.
func waitForTermination() async {
  signal(SIGTERM, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGTERM)
  let signals = AsyncStream { continuation in
    source.setEventHandler { continuation.yield() }
    source.activate()
  }
  for await _ in signals { return }
}

extension Database {
  func keepAlive() async throws {
    let task = owned.task("ping", isEndless: true) { [pool] in
      while true {
        try await Task.sleep(for: .seconds(30))
        try await pool?.ping()
      }
    }
    try await task.wait()
  }
}

@MainActor func serve(_ composite: CompositeDelegate, _ web: some Service, _ jobs: some Service) async throws {
  let group = ServiceGroup(
    services: [
      CompositeService(composite, shutDownWithin: .seconds(10), endsProcess: true),
      try jobs.observed(by: composite, as: "Jobs", startsAfterLaunch: true),
      try web.observed(by: composite, as: "HTTP", startsAfterLaunch: true),
    ],
    gracefulShutdownSignals: [.sigterm], logger: Logger(label: "server"))
  try await group.run()
}

@MainActor func inspect(_ composite: CompositeDelegate, _ log: Logger) -> Inspector? {
  do {
    return try composite.startInspector()
  } catch {
    log.warning("No inspector: \(error)")
    return nil
  }
}

/// Stands for what belongs to one request.
final class RequestContext: Sendable {
  func answer() async {}
}

@MainActor func serve(_ context: RequestContext, in composite: CompositeDelegate) async {
  await context.answer()
  composite.expectRelease(of: context, named: "request", within: .seconds(2))
}
