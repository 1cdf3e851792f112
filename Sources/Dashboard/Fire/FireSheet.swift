#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The sheet for choosing an event, entering its arguments, and firing it once or repeatedly.
struct FireSheet: Sendable, Equatable {
  /// The text typed to find an event.
  var query = ""
  /// The events that match the query, best first.
  private(set) var matches: [EventDescription] = []
  private(set) var selection = 0
  /// The index of the field being edited: an argument or, after those, `repeat` or the launch choice; `nil` while the
  /// user chooses an event.
  var field: Int? { didSet { if field != oldValue { afterCount = 0 } } }
  /// The number of characters after the cursor in the text being edited.
  private(set) var afterCount = 0
  /// The texts in the fields of the chosen event: its arguments, then the number of repetitions.
  private(set) var texts: [String] = []
  /// The fields that the user has edited. The others have the offered values.
  private var editedFields: Set<Int> = []
  /// Whether a repeated launch creates all modules anew each time.
  var isRelaunching = true
  /// The application's problems with the current arguments.
  var problems: [EventArgumentProblem] = []
  /// Why the entered form was refused.
  var problem: String?
  /// The occurrences of the chosen event in a recording.
  var occurrences: EventOccurrences?

  var chosen: EventDescription? { matches.indices.contains(selection) ? matches[selection] : nil }

  /// Finds the events that match the query. Those used last come first, then those that are due and have a handler.
  mutating func find(in events: [EventDescription], state: DashboardState) {
    let history = state.application.history
    let recent = history.firings.keys.reversed()
    let rank = Dictionary(uniqueKeysWithValues: zip(recent, 0...))
    let handled = state.application.modules.handledEvents
    let match = NameMatch(query)
    let indexed = events.enumerated().compactMap { offset, event in
      match.score(event.name).map { score in
        let isDue = event.expectedStates?.contains(state.application.state) == true && handled.contains(event.name)
        return (
          score: score, used: rank[event.name] ?? .max, place: isDue ? offset : offset + events.count, event
        )
      }
    }
    matches = indexed.sorted { ($0.score, $0.used, $0.place) < ($1.score, $1.used, $1.place) }.map(\.3)
    select(0, history: history)
  }

  mutating func select(_ index: Int, history: History) {
    var fresh = FireSheet(query: query)
    fresh.matches = matches
    fresh.selection = min(max(0, index), max(0, matches.count - 1))
    if let chosen = fresh.chosen {
      let last = history.firings[chosen.name]?.arguments.members ?? [:]
      fresh.texts = chosen.arguments.map { EventArgument.text(of: last[$0.name] ?? $0.example) } + ["1"]
    }
    self = fresh
  }

  // MARK: Fields

  /// Goes to the next or previous field. The list of events is between the last field and the first.
  mutating func moveField(by step: Int) {
    let place = ((field ?? -1) + 1 + step + fieldCount + 1) % (fieldCount + 1)
    field = place == 0 ? nil : place - 1
  }

  /// The number of fields: arguments, repetitions and, for a repeated launch, the launch choice. 0 without an event.
  var fieldCount: Int { chosen.map { $0.arguments.count + (offersRelaunch ? 2 : 1) } ?? 0 }

  /// The number of repetitions as typed.
  var timesText: String { texts.last ?? "1" }

  /// The index of the repetitions' field.
  var timesField: Int { chosen?.arguments.count ?? 0 }

  /// Whether to offer the choice between creating all modules anew for each launch and using the existing ones.
  var offersRelaunch: Bool { chosen.map { Command.launches($0.name) } ?? false && times ?? 1 > 1 }

  /// Whether the launch choice is the field being edited.
  var isChoosingLaunch: Bool { offersRelaunch && field == timesField + 1 }

  /// The launch choice as a word.
  var launchWord: String { isRelaunching ? "relaunch" : "resend" }

  /// The query with its cursor.
  var queryText: EditedText { EditedText(query, afterCount: field == nil ? afterCount : 0) }

  /// Whether a field still has its offered value, which typing replaces.
  func isOffered(_ field: Int) -> Bool { !editedFields.contains(field) }

  /// The text being edited with its cursor: that of a field, or the query.
  var edited: EditedText {
    get {
      guard let field else { return queryText }
      if isChoosingLaunch { return EditedText(launchWord, afterCount: 0) }
      return EditedText(texts[field], afterCount: afterCount, isOffered: isOffered(field))
    }
    set {
      // The launch choice is chosen, not typed.
      if isChoosingLaunch { return }
      afterCount = newValue.afterCount
      if newValue.text != edited.text { problem = nil }
      if let field {
        texts[field] = newValue.text
        editedFields.insert(field)
      } else {
        query = newValue.text
      }
    }
  }

  /// What an argument expects; `nil` if its current value is valid.
  func expectation(of argument: EventArgument) -> String? {
    problems.first { $0.argument == argument.name }.map(\.expected)
  }

  /// What the number of repetitions expects; `nil` if its current value is valid.
  var timesExpectation: String? {
    times == nil ? "a whole number from 1 to \(Phrases.number(Command.mostTimes)), such as 100" : nil
  }

  /// Goes to the first invalid field.
  mutating func goToProblem() {
    let names = chosen?.arguments.map(\.name) ?? []
    if let wrong = names.indices.first(where: { index in problems.contains { $0.argument == names[index] } }) {
      field = wrong
    } else if times == nil {
      field = timesField
    }
  }

  // MARK: Command

  /// The number of repetitions; `nil` if invalid. Commas, underscores and spaces are ignored.
  var times: Int? {
    let number = Int(timesText.filter { !",_ ".contains($0) })
    return number.flatMap { (1...Command.mostTimes).contains($0) ? $0 : nil }
  }

  /// The command that fires the event once, which the application checks while the user types.
  var single: Command? {
    guard let chosen else { return nil }
    let members = zip(chosen.arguments, texts).map { ($0.name, $0.value(from: $1)) }
    let arguments = JSONValue.object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    return .fire(event: chosen.name, arguments: members.isEmpty ? .null : arguments)
  }

  /// The command that Enter sends; `nil` if no event is chosen or the number of repetitions is invalid.
  var command: Command? {
    guard let times, let single, case .fire(let event, let arguments) = single else { return nil }
    return times == 1
      ? single
      : .fireRepeatedly(
        event: event, arguments: arguments, times: times, relaunching: offersRelaunch && isRelaunching)
  }
}

/// An editable text of one line, with a cursor between its characters.
struct EditedText: Sendable, Equatable {
  private(set) var text: String { didSet { isOffered = false } }
  /// The number of characters after the cursor.
  private(set) var afterCount: Int { didSet { isOffered = false } }
  /// Whether typing replaces the whole text: it was offered, and neither the text nor the cursor has changed since.
  private(set) var isOffered: Bool

  /// The most scalars of a text. A limit on characters would be none: a character can have any number of marks.
  static let limit = 4_000

  /// Creates a text with the cursor before its last `afterCount` characters.
  init(_ text: String = "", afterCount: Int = 0, isOffered: Bool = false) {
    (self.text, self.isOffered) = (text, isOffered)
    self.afterCount = min(max(0, afterCount), text.count)
  }

  /// The text before and after the cursor.
  var parts: (before: Substring, after: Substring) { (text.dropLast(afterCount), text.suffix(afterCount)) }

  /// Inserts a text at the cursor, or replaces an offered text.
  ///
  /// Line breaks are removed, and the insertion is cut at the limit.
  mutating func insert(_ addition: String) {
    if isOffered { clear() }
    let (before, after) = parts
    let room = max(0, Self.limit - text.unicodeScalars.count)
    let added = addition.unicodeScalars.filter { !Character($0).isNewline }.prefix(room)
    text = String(before) + String(String.UnicodeScalarView(added)) + String(after)
    // Inserted text can combine with the character before or after it.
    afterCount = min(afterCount, text.count)
  }

  /// Erases the character before the cursor.
  mutating func eraseBefore() {
    let (before, after) = parts
    text = String(before.dropLast()) + String(after)
  }

  /// Erases the character after the cursor. At the end, erases the one before it.
  mutating func eraseAfter() {
    guard afterCount > 0 else { return eraseBefore() }
    let (before, after) = parts
    afterCount -= 1
    text = String(before) + String(after.dropFirst())
  }

  /// Erases the word before the cursor, including the spaces after it.
  mutating func eraseWord() {
    let (before, after) = parts
    var rest = before
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    text = String(rest) + String(after)
  }

  mutating func clear() { self = EditedText() }

  /// Moves the cursor by a number of characters, at most to either end.
  mutating func move(by step: Int) { afterCount = min(max(0, afterCount - step), text.count) }
}
#endif
