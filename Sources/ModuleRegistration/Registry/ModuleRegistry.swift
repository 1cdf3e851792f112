#if Maps
public import ModuleLifecycle

/// The module types that a map may name, with the settings that each accepts, and the events that it may handle.
///
/// ```swift
/// var registry = ModuleRegistry()
/// registry.register("Session", summary: "Who is logged in.") { _ in Session() }
/// let map = try ModuleMap.load(contentsOf: "Modules.map", registry: registry)
/// let composite = try registry.makeComposite(from: map)
/// ```
///
/// A value: a copy that gets more types leaves the first as it was. Names are compared exactly, upper and lower case
/// included; a type registered under a name in use takes the place of the earlier one.
public struct ModuleRegistry: Sendable {
  /// A module type, as a list of them shows it.
  public struct ModuleType: Sendable, Equatable {
    /// The name that maps use.
    public let name: String
    /// What its modules do, in one sentence.
    public let summary: String
    /// The settings that it accepts.
    public let settings: [SettingKey]
  }

  typealias Register =
    @MainActor @Sendable (CompositeDelegate, ModuleRole, ModuleDeclaration, ModuleContext) throws -> Void

  /// The events that maps may name, and that can be fired by name; see `registerEvent(_:)`.
  public var catalog: EventCatalog
  /// The module types, in the order in which they were registered.
  public private(set) var types: [ModuleType] = []
  /// The application types that a map may name; the first is the one of a map that names none.
  public var applicationTypes: [String] { applications.map(\.name) }
  /// How they are made.
  private(set) var applications = [ApplicationType.host]
  private(set) var resourceKinds: [ResourceKind] = []
  private var registrations: [String: Register] = [:]

  /// A registry with the one type that needs no Swift: `Scripted`.
  ///
  /// - Parameter catalog: The events that maps may name; add your own to the standard ones.
  public init(catalog: EventCatalog = .standard) {
    self.catalog = catalog
    addScripted()
  }

  /// The names of the module types, in the order in which they were registered.
  public var typeNames: [String] { types.map(\.name) }

  /// The kinds of things that a `Scripted` module can own.
  public var resourceNames: [String] { resourceKinds.map(\.kind.rawValue) }

  /// Adds a module type.
  ///
  /// - Parameters:
  ///   - typeName: The name that maps use.
  ///   - summary: What its modules do, in one sentence.
  ///   - settings: The keys that maps may give its modules, besides `type`.
  ///   - make: Creates a module from its name and settings, now and again each time it is brought back. What it throws
  ///     becomes an error at the module's line.
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

  /// Adds an event of your own, so that maps may name it and it can be fired by name before any module handles it.
  ///
  /// ```swift
  /// registry.registerEvent(DidLogOut.self)
  /// ```
  ///
  /// - Returns: Whether the name now stands for this type; `false` when another event has it, which then keeps it.
  @discardableResult
  public mutating func registerEvent(_ type: any LifecycleEvent.Type) -> Bool { catalog.add(type) }

  /// Adds a kind of thing that a `Scripted` module can own by declaration.
  ///
  /// - Parameters:
  ///   - kind: The word that maps use, which is also the kind of the owned object.
  ///   - summary: What it is, in one sentence.
  ///   - settings: The keys that maps may give it, besides `name`.
  ///   - acquire: Acquires the real thing and puts it in the module's bag. It must not keep the module alive.
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
  /// Puts an element in the place of the first one that it replaces, or at the end.
  fileprivate mutating func put(_ element: Element, inPlaceOf isReplaced: (Element) -> Bool) {
    if let index = firstIndex(where: isReplaced) { self[index] = element } else { append(element) }
  }
}
#endif
