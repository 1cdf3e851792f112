public import ModuleLifecycle
import RollcallTextFormatting

/// Warnings that the application's authors know and accept. They are recorded and counted, but not announced.
///
/// ```swift
/// var allowed = try AllowedWarnings(["outOfState", "handlerThrew:Push"], modules: composite.modules.map(\.name))
/// allowed.contains(warning)  // whether not to announce it
/// ```
public struct AllowedWarnings: Sendable, Equatable {
  /// A rule that allows one kind of warning, for all modules or for one.
  public struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// The allowed kind.
    public let kind: WarningEntry.Kind
    /// The module whose warnings are allowed. `nil` allows those of all modules, and those about no module.
    public let module: String?

    /// Creates a rule that allows a kind of warning, for all modules or for one.
    public init(_ kind: WarningEntry.Kind, of module: String? = nil) {
      self.kind = kind
      self.module = module
    }

    /// The spelling of the rule: `handlerThrew:Push`.
    public var description: String { module.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
  }

  /// The rules, in the order in which they were added.
  public private(set) var rules: [Rule] = []
  /// The first place of each rule in `rules`.
  private var places: [Rule: Int] = [:]

  /// Creates a list that allows no warnings.
  public init() {}

  /// Creates a list from rules.
  public init(_ rules: [Rule]) { for rule in rules { add(rule) } }

  private mutating func add(_ rule: Rule) {
    if places[rule] == nil { places[rule] = rules.count }
    rules.append(rule)
  }

  /// Creates a list from rules that a user spelled, each `KIND` or `KIND:MODULE`.
  ///
  /// - Parameters:
  ///   - texts: The spelled rules.
  ///   - modules: The names of the existing modules; `nil` if not known yet, to skip that check.
  /// - Throws: `UnknownWarning` for an unknown kind or module, with the nearest valid names.
  public init(_ texts: [String], modules: [String]?) throws(UnknownWarning) {
    let modules = modules.map(Set.init)
    for text in texts { add(try Rule(text, modules: modules)) }
  }

  /// Whether no warnings are allowed.
  public var isEmpty: Bool { rules.isEmpty }

  /// Returns the first rule that allows a warning, or `nil`.
  public func rule(for warning: WarningEntry) -> Rule? {
    let all = places[Rule(warning.kind)]
    let own = warning.module.flatMap { places[Rule(warning.kind, of: $0)] }
    return [all, own].compactMap(\.self).min().map { rules[$0] }
  }

  /// Returns whether a rule allows a warning.
  public func contains(_ warning: WarningEntry) -> Bool { rule(for: warning) != nil }

  /// Adds the rules of another list that this list lacks.
  public mutating func add(_ others: AllowedWarnings) {
    for rule in others.rules where places[rule] == nil { add(rule) }
  }
}

/// The error for a rule whose warning or module does not exist.
public struct UnknownWarning: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem, as a clause without a full stop: `there is no warning 'handlerTrew'`.
  package let problem: String
  /// The name that does not exist, and those that do.
  package let name: String
  private let valid: Set<String>
  /// Whether the kind exists and the module does not.
  package let isAboutModule: Bool

  fileprivate init(no what: String, named name: String, among valid: Set<String>, isAboutModule: Bool) {
    problem = "there is no \(what) '\(name)'"
    (self.name, self.valid, self.isAboutModule) = (name, valid, isAboutModule)
  }

  /// A sentence with the nearest valid names. Empty if none is near.
  package var suggestion: String { NearestName.suggestion(for: name, among: valid) }

  /// The problem, and the nearest valid names.
  public var description: String {
    let sentence = problem.sentenceCase + "."
    return suggestion.isEmpty ? sentence : "\(sentence) \(suggestion)"
  }
}

extension AllowedWarnings.Rule {
  /// Reads a rule without checking its kind or module: a later version may have written the recording.
  package init(recorded text: String) {
    // A kind's name never has a colon. A module's name can have one.
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(WarningEntry.Kind(rawValue: parts[0]), of: parts.count > 1 ? parts[1] : nil)
  }

  private static let kinds = Set(WarningEntry.Kind.allCases.map(\.rawValue))

  /// Reads a rule that a user spelled.
  ///
  /// - Parameter modules: The names of the existing modules; `nil` if not known yet.
  package init(_ text: String, modules: Set<String>?) throws(UnknownWarning) {
    self.init(recorded: text)
    guard Self.kinds.contains(kind.rawValue) else {
      throw UnknownWarning(no: "warning", named: kind.rawValue, among: Self.kinds, isAboutModule: false)
    }
    guard let module, let modules, !modules.contains(module) else { return }
    throw UnknownWarning(no: "module", named: module, among: modules, isAboutModule: true)
  }
}
