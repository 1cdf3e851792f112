#if Maps
public import ModuleLifecycle
import TextFormatting
public import Recordings

/// What a map declares: the application, and its modules in dispatch order. Read and checked in full, so that creating
/// the modules can only fail for a module's own reasons.
public struct ModuleMap: Sendable, Equatable {
  /// What a map says of the application.
  public struct Application: Sendable, Equatable {
    /// The application's type; `ApplicationHost` unless the map says otherwise.
    public let type: String
    /// The application's name; `Application` unless the map says otherwise.
    public let name: String

    init(type: String = "ApplicationHost", name: String = "Application") {
      self.type = type
      self.name = name
    }
  }

  /// The application.
  public let application: Application
  /// The name of the main module, which is one of `modules`.
  public let main: String
  /// The modules, in the order of every call: that of the map, changed only as far as `after` asks.
  public let modules: [ModuleDeclaration]
  /// How long events may take, as far as the map says; all others have their standard budgets.
  public let budgets: [BudgetDeclaration]
  /// The warnings that are not to be announced.
  public let allowances: [AllowanceDeclaration]
  let source: YAMLText

  /// The file that it was read from, as its path was given.
  public var file: String { source.file }
}

extension ModuleMap {
  /// The standard budgets with those of the map in their places.
  public var eventBudgets: Budgets { budgets.reduce(into: .standard) { $0[$1.event] = $1.duration } }

  /// The warnings that the map allows.
  public var allowedWarnings: AllowedWarnings { AllowedWarnings(allowances.map(\.rule)) }
}

/// A warning that is allowed, by a map.
public struct AllowanceDeclaration: Sendable, Equatable {
  /// The kind of warning, and the module of which it is allowed.
  public let rule: AllowedWarnings.Rule
  /// Where it is declared.
  public let place: MapPlace
}

/// How long an event may take, by a map.
public struct BudgetDeclaration: Sendable, Equatable {
  /// The event's name.
  public let event: String
  /// What all its handlers together may take.
  public let duration: Duration
  /// Where it is declared.
  public let place: MapPlace

  /// The duration in the largest unit in which it is whole: `400ms`.
  public var text: String { duration.spelled }
}

/// One module of a map.
public struct ModuleDeclaration: Sendable, Equatable {
  /// What it is called, once in the map.
  public let name: String
  /// The type that creates it.
  public let type: String
  /// Whether it is switched on; one that is not is created when it is switched on.
  public let isOn: Bool
  /// The modules that must be called before it.
  public let after: [String]
  /// Whether launch is aborted when it throws there.
  public let isRequired: Bool
  /// Its settings.
  public let settings: SettingValues
  /// Where it is declared.
  public let place: MapPlace
}

extension ModuleMap {
  /// Reads a map from disk.
  ///
  /// Nothing is created; a map that is read without an error is whole. A map of a thousand modules takes some
  /// milliseconds. At most 4 MB are read.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - registry: The module types and events that the map may name.
  /// - Throws: `ModuleMapError`. A file that can't be read, or is not YAML, has one mistake; a map may have many.
  public static func load(contentsOf path: String, registry: ModuleRegistry) throws(ModuleMapError) -> ModuleMap {
    try parse(YAMLFile.text(at: path, kind: .map), file: path, registry: registry)
  }

  /// Reads a map from a text.
  ///
  /// - Parameters:
  ///   - text: The YAML. A byte order mark at its beginning is ignored, and lines may end as on any system.
  ///   - file: The file's name, for errors.
  ///   - registry: The module types and events that the map may name.
  /// - Throws: `ModuleMapError`; see `load(contentsOf:registry:)`.
  public static func parse(
    _ text: String, file: String = "Modules.map", registry: ModuleRegistry
  ) throws(ModuleMapError) -> ModuleMap {
    let document = try YAMLDocument(text, file: file, kind: .map)
    let source = document.source
    guard let root = document.root else { throw source.error([MapProblem("it is empty.")]) }
    let reader = MapReader(registry: registry, source: source)
    guard let map = reader.map(root), reader.problems.isEmpty else { throw source.error(reader.problems) }
    return map
  }
}
#endif
