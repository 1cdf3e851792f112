#if Maps
public import RollcallDelegateReferences
public import RollcallExperiments
public import ModuleLifecycle
import RollcallTextFormatting

/// An application type that a map can name.
struct ApplicationType: Sendable {
  let name: String
  let make: @MainActor @Sendable (_ name: String, _ journal: Journal) throws -> ApplicationHost

  /// The type for a map that names none.
  static let host = ApplicationType(name: "ApplicationHost") { ApplicationHost(name: $0, journal: $1) }
}

extension ModuleRegistry {
  /// Adds an application type that a map can name.
  ///
  /// ```swift
  /// registry.registerApplication("KioskHost") { name, journal in KioskHost(name: name, journal: journal) }
  /// ```
  ///
  /// The new type replaces an earlier one of the same name, including `ApplicationHost`.
  ///
  /// - Parameters:
  ///   - typeName: The name that maps use.
  ///   - make: Creates the application from its name in the map and the journal of its composite. An error that it
  ///     throws becomes an error of the map.
  public mutating func registerApplication(
    _ typeName: String,
    make: @escaping @MainActor @Sendable (_ name: String, _ journal: Journal) throws -> ApplicationHost
  ) {
    add(ApplicationType(name: typeName, make: make))
  }

  /// Creates the modules that a map declares, strictly in its order, and the composite that holds them.
  ///
  /// - Parameters:
  ///   - map: The map. It must have been read with this registry, or with one that has the same types.
  ///   - journal: The journal that records what happens in the composite.
  ///   - measuring: What to measure for each handler.
  ///   - experiments: The modules to leave out or to create later.
  ///   - releaseGrace: How long a removed module can stay alive before it is reported as overdue.
  ///   - sleep: Waits for that time. Tests pass their own.
  /// - Throws: `ModuleMapError` at the line of a module that could not be created. The modules created before it are
  ///   released in reverse order.
  @MainActor public func makeComposite(
    from map: ModuleMap, journal: Journal = Journal(), measuring: Measuring = .time,
    experiments: Experiments = .none, releaseGrace: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) throws(ModuleMapError) -> CompositeDelegate {
    let composite = CompositeDelegate(
      name: map.application.name, journal: journal, catalog: catalog, budgets: map.eventBudgets,
      measuring: measuring, releaseGrace: releaseGrace, sleep: sleep)
    composite.conduct(experiments)
    for module in map.modules {
      do {
        guard let register = registration(of: module.type) else { throw MissingType("module type", module.type) }
        let context = ModuleContext(
          name: module.name, settings: module.settings, catalog: catalog, composite: composite)
        try register(composite, module.name == map.main ? .main : .ordinary, module, context)
      } catch {
        composite.tearDown()
        let problem = "\(module.name.quoted) could not be created: \(Wording.sentence("\(error)"))"
        throw map.source.error([MapProblem(at: module.place, problem)])
      }
    }
    return composite
  }

  /// Creates the application that a map declares, with its modules.
  ///
  /// The composite that holds the modules is the application's first delegate. Only the application retains it, until
  /// another delegate is assigned. `ApplicationHost.composite` returns it.
  ///
  /// - Parameters:
  ///   - map: The map. It must have been read with this registry, or with one that has the same types.
  ///   - journal: The journal that records what happens in the composite and the application.
  ///   - measuring: What to measure for each handler.
  ///   - experiments: The modules to leave out or to create later.
  ///   - releaseGrace: How long a removed module can stay alive before it is reported as overdue.
  ///   - sleep: Waits for that time. Tests pass their own.
  /// - Throws: `ModuleMapError` at the line of a module that could not be created, or when the application could not be
  ///   created. The modules created before are released in reverse order.
  @MainActor public func makeApplication(
    from map: ModuleMap, journal: Journal = Journal(), measuring: Measuring = .time,
    experiments: Experiments = .none, releaseGrace: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) throws(ModuleMapError) -> ApplicationHost {
    let composite = try makeComposite(
      from: map, journal: journal, measuring: measuring, experiments: experiments, releaseGrace: releaseGrace,
      sleep: sleep)
    do {
      guard let type = applications.first(where: { $0.name == map.application.type }) else {
        throw MissingType("application type", map.application.type)
      }
      let application = try type.make(map.application.name, journal)
      unsafe application.delegate = composite
      return application
    } catch {
      composite.tearDown()
      let name = map.application.name.quoted
      throw ModuleMapError(
        file: map.file, problem: "the application \(name) could not be created: \(Wording.sentence("\(error)"))")
    }
  }
}

extension ApplicationHost {
  /// The composite that this host retains as its first delegate; `nil` if it retains no composite.
  public final var composite: CompositeDelegate? { retainedDelegate as? CompositeDelegate }
}

/// A type is missing: the map was read with a registry other than the one that creates its modules.
struct MissingType: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ name: String) { description = "this registry has no \(what) \(name.quoted)." }
}
#endif
