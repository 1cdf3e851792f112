public import ModuleLifecycle
import TextFormatting

/// The warnings that the application's authors know of and accept. They are written and counted like all others, but not announced.
///
/// ```swift
/// var allowed = try AllowedWarnings(["outOfState", "handlerThrew:Push"], modules: composite.modules.map(\.name))
/// allowed.contains(warning)  // whether to keep quiet about it
/// ```
public struct AllowedWarnings: Sendable, Equatable {
  /// A kind of warning, of any module or of one.
  public struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// The kind that is allowed.
    public let kind: WarningEntry.Kind
    /// The module of which it is allowed; `nil` for all, and for warnings that are about no module.
    public let module: String?

    /// A rule.
    public init(_ kind: WarningEntry.Kind, of module: String? = nil) {
      self.kind = kind
      self.module = module
    }

    /// The rule as it is spelled: `handlerThrew:Push`.
    public var description: String { module.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

    fileprivate func fits(_ warning: WarningEntry) -> Bool {
      warning.kind == kind && (module == nil || warning.module == module)
    }
  }

  /// The rules, in the order in which they were given.
  public private(set) var rules: [Rule] = []

  /// Nothing is allowed.
  public init() {}

  /// What rules allow.
  public init(_ rules: [Rule]) { self.rules = rules }

  /// What rules allow that a user spelled, each `KIND` or `KIND:MODULE`.
  ///
  /// - Parameters:
  ///   - texts: The rules.
  ///   - modules: The names of the modules that there are; `nil` where those are not known yet.
  /// - Throws: `UnknownWarning`, naming the nearest kind or module.
  public init(_ texts: [String], modules: [String]?) throws(UnknownWarning) {
    for text in texts { rules.append(try Rule(text, modules: modules)) }
  }

  /// Whether nothing is allowed.
  public var isEmpty: Bool { rules.isEmpty }

  /// The first rule that allows a warning. Costs a look at each rule.
  public func rule(for warning: WarningEntry) -> Rule? { rules.first { $0.fits(warning) } }

  /// Whether a warning is allowed.
  public func contains(_ warning: WarningEntry) -> Bool { rule(for: warning) != nil }

  /// Allows what others allow too.
  public mutating func add(_ others: AllowedWarnings) {
    rules += others.rules.filter { !rules.contains($0) }
  }
}

/// A warning to be allowed that there is not.
public struct UnknownWarning: Error, Sendable, Equatable, CustomStringConvertible {
  /// What there is not, without an end: `there is no warning 'handlerTrew'`.
  package let problem: String
  /// A sentence with the nearest valid names; empty where none is near.
  package let suggestion: String
  /// Whether there is such a warning, and no such module.
  package let isAboutModule: Bool

  /// What there is not, and what may have been meant.
  public var description: String {
    let sentence = problem.sentenceCase + "."
    return suggestion.isEmpty ? sentence : "\(sentence) \(suggestion)"
  }
}

extension AllowedWarnings.Rule {
  /// The rule that a text spells, whether or not there is such a warning and such a module: a recording may come from a
  /// later version.
  package init(recorded text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(WarningEntry.Kind(rawValue: parts[0]), of: parts.count > 1 ? parts[1] : nil)
  }

  fileprivate init(_ text: String, modules: [String]?) throws(UnknownWarning) {
    // No kind has a colon in its name; a module may.
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let kinds = WarningEntry.Kind.allCases.map(\.rawValue)
    guard kinds.contains(parts[0]) else {
      throw UnknownWarning(
        problem: "there is no warning '\(parts[0])'",
        suggestion: NearestName.suggestion(for: parts[0], among: kinds), isAboutModule: false)
    }
    self.init(WarningEntry.Kind(rawValue: parts[0]), of: parts.count > 1 ? parts[1] : nil)
    guard let module, let modules, !modules.contains(module) else { return }
    throw UnknownWarning(
      problem: "there is no module '\(module)'", suggestion: NearestName.suggestion(for: module, among: modules),
      isAboutModule: true)
  }
}
