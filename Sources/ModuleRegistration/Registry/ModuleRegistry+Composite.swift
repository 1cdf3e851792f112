#if Maps
public import ModuleLifecycle
import TextFormatting

extension ModuleRegistry {
  /// Creates the modules that a map declares, strictly in its order, and the composite that holds them.
  ///
  /// - Parameters:
  ///   - map: The map; it must have been read with this registry, or one with the same types.
  ///   - journal: Where the composite writes down what happens.
  ///   - releaseGrace: How long a removed module may take to die before it is reported as overdue.
  ///   - sleep: How to wait for that; tests pass their own.
  /// - Throws: `ModuleMapError` at the line of a module that could not be created. Those that were created before it
  ///   are let go, in reverse order.
  @MainActor public func makeComposite(
    from map: ModuleMap, journal: Journal = Journal(), releaseGrace: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) throws(ModuleMapError) -> CompositeDelegate {
    let composite = CompositeDelegate(
      name: map.application.name, journal: journal, catalog: catalog, budgets: map.eventBudgets,
      releaseGrace: releaseGrace, sleep: sleep)
    for module in map.modules {
      do {
        guard let register = registration(of: module.type) else { throw MissingType("module type", module.type) }
        let context = ModuleContext(
          name: module.name, settings: module.settings, catalog: catalog, composite: composite)
        try register(composite, module.name == map.main ? .main : .ordinary, module, context)
      } catch {
        composite.tearDown()
        throw map.source.error(
          at: module.place, "\(module.name.quoted) could not be created: \(Wording.sentence("\(error)"))")
      }
    }
    return composite
  }
}

/// A map was read with another registry than the one that is to create what it names.
struct MissingType: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ name: String) { description = "this registry has no \(what) \(name.quoted)." }
}
#endif
