#if Maps
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
