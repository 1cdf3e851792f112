public import ModuleLifecycle
import TextFormatting

extension EventCatalog {
  func type(named name: String) throws(EventCatalogError) -> any LifecycleEvent.Type {
    guard let type = self[name] else { throw .unknownEvent(name, known: names) }
    return type
  }

  /// Creates an event from its name and some of its arguments. Missing arguments come from the event's example.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - arguments: An object. Missing keys are filled from the example. `null` returns the example unchanged.
  /// - Throws: `EventCatalogError`, which names the event, the argument and what would be valid.
  public func event(
    named name: String, arguments: JSONValue = .null
  ) throws(EventCatalogError) -> any LifecycleEvent {
    try Self.make(type(named: name), arguments: arguments)
  }

  private static func make<Event: LifecycleEvent>(
    _ type: Event.Type, arguments: JSONValue
  ) throws(EventCatalogError) -> any LifecycleEvent {
    if arguments == .null { return type.example }
    guard case .object(let given) = arguments else {
      throw .invalidArguments(event: type.name, problem: "the arguments must be an object")
    }
    let known = EventArgument.all(of: type)
    for key in given.keys.sorted() where !known.contains(where: { $0.name == key }) {
      throw .unknownArgument(key, event: type.name, known: known.map(\.name))
    }
    let merged = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.example) })
      .merging(given) { _, new in new }
    do {
      return try JSONValue.object(merged).decoded(as: type)
    } catch {
      let mismatch = ArgumentMismatch(error, given: given, known: known)
      throw .invalidArguments(event: type.name, problem: mismatch.sentence)
    }
  }
}

/// Why an event can't be created from its name.
public enum EventCatalogError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No event has this name. `known` lists the names in the catalog.
  case unknownEvent(String, known: [String])
  /// The event has no such argument. `known` lists the arguments that it has.
  case unknownArgument(String, event: String, known: [String])
  /// An argument has a value that the event can't take.
  case invalidArguments(event: String, problem: String)
  /// The text of the arguments can't be parsed.
  case unreadableArguments(event: String, text: String, problem: String)

  /// One or two sentences that name the subject, the cause and the nearest valid value.
  public var description: String {
    switch self {
    case .unknownEvent(let name, let known):
      return Self.joined("There is no event '\(Excerpt.of(name))'.", NearestName.suggestion(for: name, among: known))
    case .unknownArgument(let name, let event, let known):
      if known.isEmpty { return "\(event) has no argument '\(Excerpt.of(name))': it takes no arguments." }
      let near = NearestName.matches(for: name, among: known)
      let suggestion =
        near.isEmpty
        ? "It has: \(known.joined(separator: ", "))." : NearestName.suggestion(for: name, among: known)
      return Self.joined("\(event) has no argument '\(Excerpt.of(name))'.", suggestion)
    case .invalidArguments(let event, let problem):
      return "The arguments of \(event) are not valid: \(problem)."
    case .unreadableArguments(let event, let text, let problem):
      return "The arguments '\(Excerpt.of(text))' of \(event) can't be read: \(problem)."
    }
  }

  private static func joined(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
