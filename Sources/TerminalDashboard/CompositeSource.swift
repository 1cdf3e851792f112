import Dashboard
import Dispatch
import ModuleLifecycle

/// The composite of this process as a dashboard's source.
///
/// The dashboard asks on the terminal's thread; commands are carried out on the main actor, one after the other, and
/// wait there while a handler is at work.
final class CompositeSource: DashboardSource {
  let description: SourceDescription
  private let composite: CompositeDelegate
  private let catalog: EventCatalog
  private let reader: JournalReader

  /// - Parameter wake: Called on any thread when the journal has something new.
  @MainActor init(_ composite: CompositeDelegate, secondsFromUTC: Int, wake: @escaping @Sendable () -> Void) {
    self.composite = composite
    catalog = composite.catalog
    description = SourceDescription(
      application: composite.name,
      startedNanoseconds: composite.journal.header(application: composite.name).startedNanoseconds,
      secondsFromUTC: secondsFromUTC, modules: composite.modules,
      events: composite.catalog.types.map(EventDescription.init), state: composite.state)
    reader = composite.journal.reader(wake: wake)
  }

  func read() -> [JournalEntry] { reader.read() }

  var running: RunningHandler? { composite.running.current }

  var now: UInt64 { composite.journal.now }

  func note(output line: String) { composite.journal.note(output: line, by: composite.running.current) }

  func perform(_ command: Command, finished: @escaping @Sendable (String?) -> Void) -> String? {
    let event: (any LifecycleEvent)?
    do {
      event = try self.event(of: command)
    } catch {
      return error.description
    }
    DispatchQueue.main.async { [composite] in
      MainActor.assumeIsolated {
        do {
          try Self.carryOut(command, event: event, on: composite)
          finished(nil)
        } catch {
          finished(String(describing: error))
        }
      }
    }
    return nil
  }

  private func event(of command: Command) throws(EventCatalogError) -> (any LifecycleEvent)? {
    guard case .fire(let name, let arguments) = command else { return nil }
    return try catalog.event(named: name, arguments: arguments)
  }

  @MainActor private static func carryOut(
    _ command: Command, event: (any LifecycleEvent)?, on composite: CompositeDelegate
  ) throws {
    switch command {
    case .fire:
      if let event { composite.send(any: event) }
    case .remove(let id):
      try composite.remove(id)
    case .bringBack(let id):
      try composite.bringBack(id)
    case .relaunch:
      try composite.rebuild()
      composite.send(DidFinishLaunching())
    }
  }
}
