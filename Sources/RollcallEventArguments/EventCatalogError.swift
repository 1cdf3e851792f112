import RollcallTextFormatting

/// Why an event can't be created from its name.
package enum EventCatalogError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No event has this name. `known` lists the names in the catalog.
  case unknownEvent(String, known: [String])
  /// The event has no such argument. `known` lists the arguments that it has.
  case unknownArgument(String, event: String, known: [String])
  /// An argument has a value that the event can't take.
  case invalidArguments(event: String, problem: String)
  /// The text of the arguments can't be parsed.
  case unreadableArguments(event: String, text: String, problem: String)

  /// One or two sentences that name the subject, the cause and the nearest valid value.
  package var description: String {
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
