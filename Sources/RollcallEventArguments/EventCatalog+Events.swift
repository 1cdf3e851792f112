package import ModuleLifecycle

extension EventCatalog {
  func type(named name: String) throws(EventCatalogError) -> any LifecycleEvent.Type {
    guard let type = self[name] else { throw .unknownEvent(name, known: names) }
    return type
  }

  /// Creates an event from its name and some of its arguments. Missing arguments come from the event's example, if it has
  /// one.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - arguments: An object. Missing keys are filled from the example. `null` returns the example unchanged.
  /// - Throws: `EventCatalogError`, which names the event, the argument and what would be valid.
  package func event(
    named name: String, arguments: EventValue = .null
  ) throws(EventCatalogError) -> any LifecycleEvent {
    try Self.make(type(named: name), arguments: arguments)
  }

  private static func make<Event: LifecycleEvent>(
    _ type: Event.Type, arguments: EventValue
  ) throws(EventCatalogError) -> any LifecycleEvent {
    if arguments == .null, let sample = type.sample { return sample }
    let given: [String: EventValue]
    switch arguments {
    case .object(let members): given = members
    case .null: given = [:]
    default: throw .invalidArguments(event: type.name, problem: "the arguments must be an object")
    }
    let known = EventArgument.all(of: type)
    for key in given.keys.sorted() where type.sample != nil && !known.contains(where: { $0.name == key }) {
      throw .unknownArgument(key, event: type.name, known: known.map(\.name))
    }
    let merged = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.example) })
      .merging(given) { _, new in new }
    let event: Event
    do {
      event = try EventValue.object(merged).decoded(as: type)
    } catch {
      let mismatch = ArgumentMismatch(error, given: given, known: known)
      throw .invalidArguments(event: type.name, problem: mismatch.sentence)
    }
    if type.sample == nil { try refuseUnknown(given, to: event) }
    return event
  }

  /// Throws if a key is not one of the event's: of an event without an example, only the event itself knows them.
  private static func refuseUnknown<Event: LifecycleEvent>(
    _ given: [String: EventValue], to event: Event
  ) throws(EventCatalogError) {
    guard let members = (try? EventValue(encoding: event))?.members else { return }
    for key in given.keys.sorted() where given[key] != .null && members[key] == nil {
      throw .unknownArgument(key, event: Event.name, known: members.keys.sorted())
    }
  }

  /// Replaces values by the texts that a user typed for them, where the event expects texts. For an event without an
  /// example, of which nothing else tells what it expects.
  static func fitted<Event: LifecycleEvent>(
    _ values: [String: EventValue], _ texts: [String: String], to type: Event.Type
  ) -> [String: EventValue] {
    var values = values
    for _ in texts {
      do {
        _ = try EventValue.object(values).decoded(as: type)
        return values
      } catch DecodingError.typeMismatch(_, let context) {
        guard let key = context.codingPath.first?.stringValue, let text = texts[key], values[key] != .string(text)
        else {
          return values
        }
        values[key] = .string(text)
      } catch {
        return values
      }
    }
    return values
  }
}
