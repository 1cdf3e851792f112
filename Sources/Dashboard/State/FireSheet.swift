import ModuleLifecycle
import OrderedCollections

/// The sheet in which an event is chosen, given its arguments, and fired.
struct FireSheet: Sendable, Equatable {
  /// What was typed to find an event.
  var query = ""
  /// The events that fit it, best first.
  private(set) var matches: [EventDescription] = []
  private(set) var selection = 0
  /// The argument that is being edited; `nil` while an event is being chosen.
  var field: Int?
  /// What was typed into the arguments of the chosen event, by name.
  private(set) var texts: [String: String] = [:]
  /// Why the source refused what was entered.
  var problem: String?

  var chosen: EventDescription? { matches.indices.contains(selection) ? matches[selection] : nil }

  /// Looks the query up among the events; those used last come first, then those that are due and that a module handles.
  mutating func find(in events: [EventDescription], state: DashboardState) {
    let history = state.history
    let recent = history.firings.keys.reversed()
    let rank = Dictionary(uniqueKeysWithValues: zip(recent, 0...))
    let indexed = events.enumerated().compactMap { offset, event in
      Self.score(query, event.name).map { score in
        (
          score: score, used: rank[event.name] ?? .max, place: state.isDue(event) ? offset : offset + events.count,
          event
        )
      }
    }
    matches = indexed.sorted { ($0.score, $0.used, $0.place) < ($1.score, $1.used, $1.place) }.map(\.3)
    select(0, history: history)
  }

  mutating func select(_ index: Int, history: History) {
    selection = min(max(0, index), max(0, matches.count - 1))
    problem = nil
    field = nil
    texts = [:]
    guard let chosen else { return }
    let last = history.firings[chosen.name]?.arguments.members ?? [:]
    texts = Dictionary(
      uniqueKeysWithValues: chosen.arguments.map { ($0.name, EventArgument.text(of: last[$0.name] ?? $0.example)) })
  }

  /// The text of the argument that is being edited.
  var edited: String {
    get { editedArgument.flatMap { texts[$0.name] } ?? "" }
    set {
      guard let editedArgument else { return }
      texts[editedArgument.name] = newValue
      problem = nil
    }
  }

  private var editedArgument: EventArgument? {
    guard let field, let arguments = chosen?.arguments, arguments.indices.contains(field) else { return nil }
    return arguments[field]
  }

  func text(of argument: EventArgument) -> String { texts[argument.name] ?? "" }

  /// The command that Enter sends.
  var command: Command? {
    guard let chosen else { return nil }
    let members = chosen.arguments.map { ($0.name, $0.value(from: text(of: $0))) }
    return .fire(
      event: chosen.name, arguments: members.isEmpty ? .null : .object(Dictionary(uniqueKeysWithValues: members)))
  }

  /// How well a name fits what was typed, lower being better: begins with it, has it, or has its letters in order.
  private static func score(_ query: String, _ name: String) -> Int? {
    let (query, name) = (query.lowercased(), name.lowercased())
    if query.isEmpty || name.hasPrefix(query) { return 0 }
    if name.contains(query) { return 1 }
    var rest = query[...]
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 2 : nil
  }
}

extension DashboardState {
  /// Whether an event is expected now, and somebody is there to handle it.
  fileprivate func isDue(_ event: EventDescription) -> Bool {
    event.expectedStates?.contains(applicationState) == true && roster.rows.contains { $0.handles(event.name) }
  }
}
