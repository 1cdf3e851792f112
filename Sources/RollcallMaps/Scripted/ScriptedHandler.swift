#if Maps
public import ModuleLifecycle

/// What a scripted module does at one event, as a map declares it.
///
/// If `when` does not match, the module does nothing and abstains. Otherwise it prints, sleeps, computes, sends, marks,
/// crashes, throws and finally answers, in this order. A step that is `nil` is left out.
public struct ScriptedHandler: Sendable, Equatable {
  /// The event's name.
  public let event: String
  /// How long the handler sleeps. It blocks the thread that calls it.
  public var takes: Duration?
  /// How long the handler keeps the processor busy.
  public var burns: Duration?
  /// The answer, as the map spells it; `nil` gives none.
  public var answers: String?
  /// The pattern that the event's first argument must match: `*` stands for any text, `?` for any character. `nil`
  /// matches every event.
  public var when: String?
  /// The message of the error that the handler throws.
  public var throwing: String?
  /// The line that the handler prints to standard output.
  public var prints: String?
  /// The event that the handler sends, with its arguments, spelled as a user types it.
  public var sends: String?
  /// The name of the mark that the handler sets.
  public var marks: String?
  /// Whether the handler crashes the program, to show what is left after a crash.
  public var crashes = false

  init(event: String) { self.event = event }
}

/// An object that a scripted module owns, as a map declares it: `timer: { name: heartbeat, every: 1s }`.
public struct ScriptedResource: Sendable, Equatable {
  /// The kind of the object.
  public let kind: OwnedKind
  /// The object's name, which is unique among the module's objects of this kind.
  public let name: String
  /// The object's other settings.
  public let settings: SettingValues
}

/// A kind of object that modules can own by declaration, and how to acquire one.
struct ResourceKind: Sendable {
  let kind: OwnedKind
  let summary: String
  let settings: [SettingKey]
  let acquire: @MainActor @Sendable (ScriptedResource, borrowing OwnedObjects) throws -> Void
}
#endif
