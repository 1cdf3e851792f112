#if Maps
/// A key that the modules of a type accept in a map, and what may be written for it.
///
/// ```swift
/// registry.register("Heartbeat", summary: "Beats.", settings: [.duration("every", "How often it beats.")]) { context in
///   try Heartbeat(every: context.settings.duration("every") ?? .seconds(1))
/// }
/// ```
public struct SettingKey: Sendable, Equatable {
  /// What may be written.
  enum Kind: Sendable, Equatable {
    case text
    case flag
    case count(ClosedRange<Int>)
    case duration(atLeast: Duration)
    case choice([String])
    case handlers
    case resources
  }

  /// The key.
  public let name: String
  /// What it is for, in one sentence.
  public let summary: String
  let kind: Kind

  private init(_ name: String, _ summary: String, _ kind: Kind) {
    self.name = name
    self.summary = summary
    self.kind = kind
  }

  /// Any text on one line.
  public static func text(_ name: String, _ summary: String) -> Self { Self(name, summary, .text) }

  /// `yes` or `no`, or `true` or `false`.
  public static func flag(_ name: String, _ summary: String) -> Self { Self(name, summary, .flag) }

  /// A whole number within a range.
  public static func count(_ name: String, _ summary: String, in range: ClosedRange<Int> = 0...1_000_000) -> Self {
    Self(name, summary, .count(range))
  }

  /// A number with its unit, such as `12ms`: at most a day.
  public static func duration(_ name: String, _ summary: String, atLeast least: Duration = .zero) -> Self {
    Self(name, summary, .duration(atLeast: least))
  }

  /// One of a few words.
  public static func choice(_ name: String, _ summary: String, of words: [String]) -> Self {
    Self(name, summary, .choice(words))
  }

  /// What a module does when it is called, by event; a `Scripted` module's `handles`.
  public static func handlers(_ name: String, _ summary: String) -> Self { Self(name, summary, .handlers) }

  /// What a module owns; a `Scripted` module's `owns`.
  public static func resources(_ name: String, _ summary: String) -> Self { Self(name, summary, .resources) }
}

/// The settings that a map gives one module, read and checked.
///
/// Each accessor returns `nil` for a key that was not written, so that the default stands where the value is used.
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

  /// No settings at all.
  public init() {}

  /// The keys that were written, sorted.
  public var names: [String] { values.keys.sorted() }

  /// The value of a text or a choice.
  public func text(_ name: String) -> String? { if case .text(let value)? = values[name] { value } else { nil } }

  /// The value of a flag.
  public func flag(_ name: String) -> Bool? { if case .flag(let value)? = values[name] { value } else { nil } }

  /// The value of a count.
  public func count(_ name: String) -> Int? { if case .count(let value)? = values[name] { value } else { nil } }

  /// The value of a duration.
  public func duration(_ name: String) -> Duration? {
    if case .duration(let value)? = values[name] { value } else { nil }
  }

  /// The handlers that were written, in order; none without the key.
  public func handlers(_ name: String) -> [ScriptedHandler] {
    if case .handlers(let value)? = values[name] { value } else { [] }
  }

  /// The resources that were written, in order; none without the key.
  public func resources(_ name: String) -> [ScriptedResource] {
    if case .resources(let value)? = values[name] { value } else { [] }
  }
}
#endif
