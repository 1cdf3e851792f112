#if Maps
public import ModuleLifecycle

/// What a module does at one event, as a map declares it.
///
/// In this order: if `when` does not match, nothing, and the module abstains; otherwise it prints, sleeps, computes,
/// sends, marks, crashes, throws, and at last answers.
public struct ScriptedHandler: Sendable, Equatable {
  /// The event's name.
  public let event: String
  /// How long it sleeps on the thread that calls it.
  public var takes: Duration?
  /// How long it keeps the processor busy.
  public var burns: Duration?
  /// What it answers, as written.
  public var answers: String?
  /// What the event's first argument must look like, `*` standing for any text and `?` for any character.
  public var when: String?
  /// The error that it throws.
  public var throwing: String?
  /// The line that it prints.
  public var prints: String?
  /// The event that it sends, with its arguments, as a user would type them.
  public var sends: String?
  /// The name of the moment that it marks.
  public var marks: String?
  /// Whether it ends the program, to show what is left of it.
  public var crashes = false

  init(event: String) { self.event = event }
}

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
  let kind: OwnedKind
  let summary: String
  let settings: [SettingKey]
  let acquire: @MainActor @Sendable (ScriptedResource, borrowing OwnedObjects) throws -> Void
}
#endif
