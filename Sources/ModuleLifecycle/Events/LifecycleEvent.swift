/// Something that happens to the application and that its modules may handle.
///
/// ```swift
/// struct DidLogOut: LifecycleEvent {
///   var user: String
///   static let example = DidLogOut(user: "ada")
/// }
/// composite.send(DidLogOut(user: "ada"))  // every module with a handler for it is called, in registration order
/// ```
///
/// An event that asks its modules something declares the type of their votes, the type of the combined response, and
/// the policy that leads from the one to the other. The two types differ where votes are collected.
///
/// Events are `Codable` so that they can be fired by name, written to a recording and read back; keep them small and
/// made of values, because the journal holds on to the latest ones.
public protocol LifecycleEvent: Codable, Sendable {
  /// What one module answers. `Void` when it is not asked anything.
  associatedtype Vote: Sendable = Void

  /// What the sender gets once all votes are in.
  associatedtype Response: Sendable = Void

  /// The event's name, as a user types it: `didFinishLaunching`. By default the type's own, its first letter lowered.
  static var name: String { get }

  /// How the votes are combined, after all modules have been called.
  static var policy: ResponsePolicy<Vote, Response> { get }

  /// A sample whose values a dashboard offers as defaults when the event is fired by name.
  static var example: Self { get }

  /// How the event moves the application's state, if it does.
  static var transition: ApplicationStateTransition? { get }

  /// The events that this one stands for, sent right after its own handlers, in order: a module that handles one of
  /// them is served whichever way the system told the application.
  ///
  /// Each counts as one level deeper than this one, so events that stand for each other end at
  /// `CompositeDelegate.deepestNesting`, with a warning.
  var bridged: [any LifecycleEvent] { get }
}

extension LifecycleEvent {
  /// The type's name with its first letter, or leading initials, in lower case: `DidEnterBackground` is
  /// `didEnterBackground`, `URLOpened` is `urlOpened`. Costs a few allocations; the composite asks once per type.
  public static var name: String {
    // `String(describing:)` looks through all conformances of the program, several times for each type.
    lowerCamelCase(_typeName(Self.self, qualified: false))
  }

  /// Nothing: most events leave the state alone.
  public static var transition: ApplicationStateTransition? { nil }

  /// None: most events stand for themselves.
  public var bridged: [any LifecycleEvent] { [] }
}

extension LifecycleEvent where Vote == Void, Response == Void {
  /// Tells every module and asks nothing.
  public static var policy: ResponsePolicy<Void, Void> { .broadcast }
}

private func lowerCamelCase(_ name: String) -> String {
  let capitals = name.prefix { $0.isUppercase || $0.isNumber }.count
  // In `URLOpened` the last capital begins the next word.
  let lowered = capitals > 1 && capitals < name.count ? capitals - 1 : max(capitals, 1)
  return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
}
