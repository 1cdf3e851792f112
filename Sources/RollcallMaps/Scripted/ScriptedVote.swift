#if Maps
import ModuleLifecycle
import RollcallTextFormatting

/// Reads a vote that a map spells, as the type that the event expects.
enum ScriptedVote {
  /// Returns why the text is not a valid answer to the event; `nil` when it is.
  static func problem(with text: String, for event: any LifecycleEvent.Type) -> String? {
    func open<Event: LifecycleEvent>(_ event: Event.Type) -> String? {
      if Event.Vote.self == Void.self { return "\(event.name) takes no answer." }
      if vote(text, for: event) != nil { return nil }
      if !(Event.Vote.self is any Decodable.Type) {
        return "an answer to \(event.name) can't be written in a map: it is of type \(Event.Vote.self)."
      }
      return "\(text.quoted) is not an answer to \(event.name), which expects \(expected(Event.Vote.self))."
    }
    return open(event)
  }

  /// Returns the vote that the text spells, if any.
  static func vote<Event: LifecycleEvent>(_ text: String, for event: Event.Type) -> Event.Vote? {
    guard let type = Event.Vote.self as? any Decodable.Type else { return nil }
    for candidate in candidates(text) {
      if let vote = try? candidate.decoded(as: type) as? Event.Vote { return vote }
    }
    return nil
  }

  /// The values that the text can stand for, most specific first.
  private static func candidates(_ text: String) -> [EventValue] {
    [
      YAMLNode.flag(text).map(EventValue.bool), Int64(text).map(EventValue.integer),
      Double(text).map(EventValue.number), .string(text),
    ].compactMap(\.self)
  }

  private static func expected(_ type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "yes or no"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is UserActivityContinuation.Type: "yes or no"
    case let type as any CaseIterable.Type: cases(of: type)
    case let type as any NamedOptions.Type: "any of \(words(of: type))"
    default: "a value of type \(type)"
    }
  }

  private static func words<Options: NamedOptions>(of type: Options.Type) -> String {
    type.words.map(\.word).joined(separator: ", ")
  }

  private static func cases<Value: CaseIterable>(of type: Value.Type) -> String {
    type.allCases.map { "\($0)" }.joined(separator: ", ")
  }
}
#endif
