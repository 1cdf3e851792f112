#if Maps
public import ModuleLifecycle
import RollcallTextFormatting
public import RollcallRecordings

/// The contents of a map: the application, and its modules in dispatch order.
///
/// A map is read and checked completely. Creating its modules can fail only for a module's own reasons.
public struct ModuleMap: Sendable, Equatable {
  /// The application that a map declares.
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

  /// The application that the map declares.
  public let application: Application
  /// The name of the main module, which is one of `modules`.
  public let main: String
  /// The modules in dispatch order: the order of the map, changed only as far as `after` demands.
  public let modules: [ModuleDeclaration]
  /// The budgets that the map declares. Other events have their standard budgets.
  public let budgets: [BudgetDeclaration]
  /// The warnings that the map allows.
  public let allowances: [AllowanceDeclaration]
  let source: YAMLText

  /// The path of the map's file, as given.
  public var file: String { source.file }
}

extension ModuleMap {
  /// The standard budgets, overridden by those of the map.
  public var eventBudgets: EventBudgets { budgets.reduce(into: .standard) { $0[$1.event] = $1.duration } }

  /// The warnings that the map allows, which are counted but not shown.
  public var allowedWarnings: AllowedWarnings { AllowedWarnings(allowances.map(\.rule)) }
}

/// A warning that a map allows.
public struct AllowanceDeclaration: Sendable, Equatable {
  /// The kind of warning, and the module for which it is allowed.
  public let rule: AllowedWarnings.Rule
  /// The position of the declaration in the map.
  public let place: MapPlace
}

/// The time that an event may take, as a map declares it.
public struct BudgetDeclaration: Sendable, Equatable {
  /// The event's name.
  public let event: String
  /// The time that all handlers of the event may take together.
  public let duration: Duration
  /// The position of the declaration in the map.
  public let place: MapPlace

  /// The duration as text, in the largest unit that gives a whole number: `400ms`.
  public var text: String { duration.spelled }
}

/// A module that a map declares.
public struct ModuleDeclaration: Sendable, Equatable {
  /// The module's name, which is unique in the map.
  public let name: String
  /// The name of the module's type; the module's own name unless the map says otherwise.
  public let type: String
  /// Whether the module is switched on. If not, it is created when it is switched on.
  public let isOn: Bool
  /// The names of the modules that must be called before this one.
  public let after: [String]
  /// Whether an error that the module throws during launch aborts the launch.
  public let isRequired: Bool
  /// The module's settings.
  public let settings: SettingValues
  /// The position of the declaration in the map.
  public let place: MapPlace
  /// The positions of the names in `after`.
  let afterPlaces: [MapPlace]
}

extension ModuleMap {
  /// Reads a map from a file.
  ///
  /// This creates no modules. Without an error, the map is complete and valid. A map of a thousand modules takes some
  /// milliseconds. The file can have at most 4 MB.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - registry: The module types and events that the map can name.
  /// - Throws: `ModuleMapError`. A file that can't be read, or is not YAML, has one mistake; a map can have many.
  public static func load(contentsOf path: String, registry: ModuleRegistry) throws(ModuleMapError) -> ModuleMap {
    try parse(YAMLFile.text(at: path, kind: .map), file: path, registry: registry)
  }

  /// Reads a map from a text.
  ///
  /// - Parameters:
  ///   - text: The YAML text. A leading byte order mark is ignored. All kinds of line breaks are accepted.
  ///   - file: The file's name, for errors.
  ///   - registry: The module types and events that the map can name.
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
