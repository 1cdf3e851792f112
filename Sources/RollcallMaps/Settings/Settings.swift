#if Maps
/// A key that a map can set for the modules of a type, with the values that it accepts.
///
/// ```swift
/// registry.register("Heartbeat", summary: "Beats.", settings: [.duration("every", "How often it beats.")]) { context in
///   try Heartbeat(every: context.settings.duration("every") ?? .seconds(1))
/// }
/// ```
public struct SettingKey: Sendable, Equatable {
  /// The values that a key accepts.
  enum Kind: Sendable, Equatable {
    case text
    case flag
    case count(ClosedRange<Int>)
    case duration(atLeast: Duration)
    case choice([String])
    case handlers
    case resources
  }

  /// The key as maps write it.
  public let name: String
  /// The purpose of the key, in one sentence.
  public let summary: String
  let kind: Kind

  private init(_ name: String, _ summary: String, _ kind: Kind) {
    self.name = name
    self.summary = summary
    self.kind = kind
  }

  /// Creates a key for any text on one line.
  public static func text(_ name: String, _ summary: String) -> Self { Self(name, summary, .text) }

  /// Creates a key for a flag: `yes` or `no`, `true` or `false`.
  public static func flag(_ name: String, _ summary: String) -> Self { Self(name, summary, .flag) }

  /// Creates a key for a whole number within a range.
  public static func count(_ name: String, _ summary: String, in range: ClosedRange<Int> = 0...1_000_000) -> Self {
    Self(name, summary, .count(range))
  }

  /// Creates a key for a duration with its unit, such as `12ms`: at least `least`, and at most a day.
  public static func duration(_ name: String, _ summary: String, atLeast least: Duration = .zero) -> Self {
    Self(name, summary, .duration(atLeast: least))
  }

  /// Creates a key for one of the given words.
  public static func choice(_ name: String, _ summary: String, of words: [String]) -> Self {
    Self(name, summary, .choice(words))
  }

  /// Creates a key for handlers by event, as in a `Scripted` module's `handles`.
  public static func handlers(_ name: String, _ summary: String) -> Self { Self(name, summary, .handlers) }

  /// Creates a key for a list of owned objects, as in a `Scripted` module's `owns`.
  public static func resources(_ name: String, _ summary: String) -> Self { Self(name, summary, .resources) }
}

/// The settings that a map gives one module, read and checked.
///
/// The accessors for single values return `nil` for a key that was not written. Supply the default where you use the
/// value.
public struct SettingValues: Sendable, Equatable {
  enum Value: Sendable, Equatable {
    case text(String)
    case flag(Bool)
    case count(Int)
    case duration(Duration)
    case handlers([ScriptedHandler])
    case resources([ScriptedResource])
  }

  private var values: [String: Value] = [:]

  init(_ values: [String: Value]) { self.values = values }

  /// Creates empty settings.
  public init() {}

  /// The keys that were written, in alphabetical order.
  public var names: [String] { values.keys.sorted() }

  /// Returns the value of a text or a choice; `nil` when the key was not written.
  public func text(_ name: String) -> String? { if case .text(let value)? = values[name] { value } else { nil } }

  /// Returns the value of a flag; `nil` when the key was not written.
  public func flag(_ name: String) -> Bool? { if case .flag(let value)? = values[name] { value } else { nil } }

  /// Returns the value of a count; `nil` when the key was not written.
  public func count(_ name: String) -> Int? { if case .count(let value)? = values[name] { value } else { nil } }

  /// Returns the value of a duration; `nil` when the key was not written.
  public func duration(_ name: String) -> Duration? {
    if case .duration(let value)? = values[name] { value } else { nil }
  }

  /// Returns the handlers, in the order of the map; empty when the key was not written.
  public func handlers(_ name: String) -> [ScriptedHandler] {
    if case .handlers(let value)? = values[name] { value } else { [] }
  }

  /// Returns the owned objects, in the order of the map; empty when the key was not written.
  public func resources(_ name: String) -> [ScriptedResource] {
    if case .resources(let value)? = values[name] { value } else { [] }
  }
}
#endif
