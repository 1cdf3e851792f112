#if Maps
public import ModuleLifecycle

/// Something that a module owns, as a map declares it: `timer: { name: heartbeat, every: 1s }`.
public struct ScriptedResource: Sendable, Equatable {
  /// What it is.
  public let kind: OwnedKind
  /// Which one it is.
  public let name: String
  /// Its other settings.
  public let settings: SettingValues
}

/// A kind of thing that modules can own by declaration, and how to acquire one.
struct ResourceKind: Sendable {
  typealias Acquire = @MainActor @Sendable (ScriptedResource, borrowing OwnedObjects) throws -> Void

  let kind: OwnedKind
  let summary: String
  let settings: [SettingKey]
  let acquire: Acquire
}
#endif
