/// Something that happens to the application and that its modules can handle.
///
/// ```swift
/// struct DidLogOut: LifecycleEvent { var user: String }
/// composite.send(DidLogOut(user: "ada"))  // every module with a handler for it is called, in registration order
/// ```
///
/// An event that asks its modules a question declares the type of their votes, the type of the combined response, and
/// the policy that turns votes into the response. The two types differ when the policy collects votes.
///
/// Events are `Codable` so that they can be fired by name, written to a recording and read back. Keep them small and
/// made of values: the journal retains the latest ones. A recorded event is encoded when it is sent, to count its memory: an
/// `encode(to:)` of your own, if it takes long, delays the dispatch.
public protocol LifecycleEvent: Codable, Sendable {
  /// What one module answers. `Void` for an event that asks nothing.
  associatedtype Vote: Sendable = Void

  /// What the sender receives once all votes are in. `Void` for an event that asks nothing.
  associatedtype Response: Sendable = Void

  /// The event's name as a user types it, such as `didFinishLaunching`. Defaults to the type's name with its first
  /// letter in lower case.
  static var name: String { get }

  /// How the votes are combined into the response, after all modules have been called.
  static var policy: ResponsePolicy<Vote, Response> { get }

  /// How the event changes the application's state. `nil`, the default, when it doesn't.
  static var transition: ApplicationStateTransition? { get }

  /// Whether the event is held for a module that has not finished `start()`, instead of reaching it unprepared. Defaults
  /// to `false`; links, activities, shortcuts and responses to notifications are held.
  ///
  /// The module gets the event in a dispatch of its own, once it has started. Other events can overtake it. Its vote
  /// doesn't count any more: the sender has an answer already. Only for a `StartingModule`; see `AsyncLifecycleEvent` for
  /// what a sender waits for.
  static var isHeldUntilReady: Bool { get }

  /// The events that this event stands for, sent right after its own handlers, in order. Empty by default.
  ///
  /// A module that handles one of them is called whichever event the system sent.
  ///
  /// Each counts as one level deeper than this event. Events that stand for each other therefore stop at
  /// `CompositeDelegate.maximumNesting`, with a warning.
  var bridged: [any LifecycleEvent] { get }
}

extension LifecycleEvent {
  /// The type's name with its first letter, or its leading initials, in lower case. `DidEnterBackground` becomes
  /// `didEnterBackground`, and `URLOpened` becomes `urlOpened`. Costs a few allocations. The composite asks once per
  /// type.
  public static var name: String {
    // `String(describing:)` searches all conformances in the program, several times for each type.
    lowerCamelCase(_typeName(Self.self, qualified: false))
  }

  /// `nil`: most events don't change the state.
  public static var transition: ApplicationStateTransition? { nil }

  /// `false`: most events concern a module at the moment at which they happen.
  public static var isHeldUntilReady: Bool { false }

  /// Empty: most events stand only for themselves.
  public var bridged: [any LifecycleEvent] { [] }
}

extension LifecycleEvent where Vote == Void, Response == Void {
  /// Calls every module and asks nothing.
  public static var policy: ResponsePolicy<Void, Void> { .broadcast }
}

/// An event with a sample. A dashboard offers its values as defaults when the event is fired by name, and a check of a
/// module sends it.
///
/// ```swift
/// extension DidLogOut: EventWithExample {
///   static let example = DidLogOut(user: "ada")
/// }
/// ```
public protocol EventWithExample: LifecycleEvent {
  /// A sample event.
  static var example: Self { get }
}

extension LifecycleEvent {
  /// The event's sample; `nil` if it has none.
  package static var sample: Self? { (self as? any EventWithExample.Type)?.example as? Self }
}

/// An event without values. It is its own sample.
public protocol EventWithoutValues: EventWithExample {
  /// Creates the event.
  init()
}

extension EventWithoutValues {
  /// The event.
  public static var example: Self { Self() }
}

private func lowerCamelCase(_ name: String) -> String {
  let capitals = name.prefix { $0.isUppercase || $0.isNumber }.count
  // In `URLOpened`, the last capital starts the next word.
  let lowered = capitals > 1 && capitals < name.count ? capitals - 1 : max(capitals, 1)
  return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
}

/// An event that handlers can keep working on after they return, such as a background fetch.
///
/// The system waits for a completion, but only for a while. Every such event therefore has a deadline. When it passes,
/// the event completes with the votes that have arrived.
///
/// A handler that throws abstains, whether it throws before or after it returns. An event whose `transition` expects
/// it only before launch is a launch. An event that was held for a module is complete when that module has answered it, too,
/// or at the deadline. When a required module throws there, the launch is aborted once all modules have
/// answered, and the response is `false` if it is a `Bool`.
public protocol AsyncLifecycleEvent: LifecycleEvent {
  /// The time that handlers have, counted from the first call. After it, the event completes with the votes that have
  /// arrived.
  static var deadline: Duration { get }
}

extension AsyncLifecycleEvent {
  /// 25 seconds. iOS allows about 30 for background work.
  public static var deadline: Duration { .seconds(25) }
}
