#if Maps
public import ModuleLifecycle

/// The module types that a map can name, with the settings that each accepts, and the events that maps can name.
///
/// ```swift
/// var registry = ModuleRegistry()
/// registry.register("Session", summary: "Who is logged in.") { _ in Session() }
/// let map = try ModuleMap.load(contentsOf: "Modules.map", registry: registry)
/// let composite = try registry.makeComposite(from: map)
/// ```
///
/// A registry is a value: adding types to a copy does not change the original. Names are case-sensitive. A new type
/// replaces an earlier one of the same name.
public struct ModuleRegistry: Sendable {
  /// The description of a module type, for lists of types.
  public struct ModuleType: Sendable, Equatable {
    /// The name that maps use.
    public let name: String
    /// What the type's modules do, in one sentence.
    public let summary: String
    /// The settings that the type accepts.
    public let settings: [SettingKey]
  }

  typealias Register =
    @MainActor @Sendable (CompositeDelegate, ModuleRole, ModuleDeclaration, ModuleContext) throws -> Void

  /// The events that maps can name, and that can be fired by name; see `registerEvent(_:)`.
  public var catalog: EventCatalog
  /// The module types, in the order in which they were registered.
  public private(set) var types: [ModuleType] = []
  /// The names of the application types that a map can name. The first is the default.
  public var applicationTypes: [String] { applications.map(\.name) }
  /// The application types with their factories, the default first.
  private(set) var applications = [ApplicationType.host]
  private(set) var resourceKinds: [ResourceKind] = []
  private var registrations: [String: Register] = [:]

  /// Creates a registry with one module type, `Scripted`, whose modules need no Swift.
  ///
  /// - Parameter catalog: The events that maps can name. Add your own to the standard ones.
  public init(catalog: EventCatalog = .standard) {
    self.catalog = catalog
    addScripted()
  }

  /// The names of the module types, in the order in which they were registered.
  public var typeNames: [String] { types.map(\.name) }

  /// The kinds of objects that a `Scripted` module can own, in the order in which they were registered.
  public var resourceNames: [String] { resourceKinds.map(\.kind.rawValue) }

  /// Adds a module type.
  ///
  /// - Parameters:
  ///   - typeName: The name that maps use.
  ///   - summary: What the type's modules do, in one sentence.
  ///   - settings: The keys that maps can set for the type's modules, besides the keys that all modules have.
  ///   - make: Creates a module from its name and settings, at the start and each time it is brought back. An error
  ///     that it throws at the start becomes an error at the module's line.
  public mutating func register<Registered: Module>(
    _ typeName: String, summary: String, settings: [SettingKey] = [],
    make: @escaping @MainActor (ModuleContext) throws -> Registered
  ) {
    types.put(ModuleType(name: typeName, summary: summary, settings: settings)) { $0.name == typeName }
    registrations[typeName] = { composite, role, module, context in
      try composite.register(
        module.name, role: role, after: module.after, isRequired: module.isRequired, isOn: module.isOn
      ) { try make(context) }
    }
  }

  /// Adds an event of your own, so that maps can name it and it can be fired by name before any module handles it.
  ///
  /// ```swift
  /// try registry.registerEvent(DidLogOut.self)
  /// ```
  ///
  /// - Throws: `CompositeError.duplicateEvent` if another event has its name.
  public mutating func registerEvent(_ type: any LifecycleEvent.Type) throws(CompositeError) {
    try catalog.check([type])
    catalog.add(type)
  }

  /// Adds a kind of object that a `Scripted` module can own by declaration. Replaces an earlier kind of the same name.
  ///
  /// - Parameters:
  ///   - kind: The word that maps use, which is also the kind of the owned object.
  ///   - summary: What the object is, in one sentence.
  ///   - settings: The keys that maps can set for the object, besides `name`.
  ///   - acquire: Acquires the object and adds it to the module's bag. It must not keep the module alive. If it throws,
  ///     the module can't be created.
  public mutating func registerResource(
    _ kind: OwnedKind, summary: String, settings: [SettingKey] = [],
    acquire: @escaping @MainActor @Sendable (ScriptedResource, borrowing OwnedObjects) throws -> Void
  ) {
    resourceKinds.removeAll { $0.kind == kind }
    resourceKinds.append(ResourceKind(kind: kind, summary: summary, settings: settings, acquire: acquire))
    addScripted()
  }

  func type(named name: String) -> ModuleType? { types.first { $0.name == name } }

  func registration(of typeName: String) -> Register? { registrations[typeName] }

  mutating func add(_ type: ApplicationType) { applications.put(type) { $0.name == type.name } }
  private mutating func addScripted() {
    let kinds = resourceKinds
    register(
      "Scripted", summary: "Does and owns what the map says.",
      settings: [.handlers("handles", "What it does, by event."), .resources("owns", "What it owns.")]
    ) { context in
      try Scripted(context, acquiring: kinds)
    }
  }
}

extension Array {
  /// Replaces the first element that matches, or appends the new one.
  fileprivate mutating func put(_ element: Element, inPlaceOf isReplaced: (Element) -> Bool) {
    if let index = firstIndex(where: isReplaced) { self[index] = element } else { append(element) }
  }
}
#endif
