#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The sheet in which an event is chosen, given its arguments, and fired, once or repeatedly.
struct FireSheet: Sendable, Equatable {
  /// What was typed to find an event.
  var query = ""
  /// The events that fit it, best first.
  private(set) var matches: [EventDescription] = []
  private(set) var selection = 0
  /// The field that is being edited: an argument's place, or that of the repetitions after the last one; `nil` while an
  /// event is being chosen.
  var field: Int? { didSet { if field != oldValue { afterCount = 0 } } }
  /// How many characters of the text that is edited stand after the cursor.
  private(set) var afterCount = 0
  /// What stands in the fields of the chosen event: its arguments, and last how often to fire it.
  private(set) var texts: [String] = []
  /// The fields that the user has edited; in the others stands what is offered.
  private var editedFields: Set<Int> = []
  /// Whether an event that launches, and is fired repeatedly, finds modules that are created anew each time.
  var isRelaunching = true
  /// What the source says of the arguments as they stand.
  var problems: [EventArgumentProblem] = []
  /// Why what was entered was refused.
  var problem: String?
  /// Where the chosen event comes in a recording.
  var occurrences: EventOccurrences?

  var chosen: EventDescription? { matches.indices.contains(selection) ? matches[selection] : nil }

  /// Looks the query up among the events; those used last come first, then those that are due and that a module handles.
  mutating func find(in events: [EventDescription], state: DashboardState) {
    let history = state.application.history
    let recent = history.firings.keys.reversed()
    let rank = Dictionary(uniqueKeysWithValues: zip(recent, 0...))
    let handled = state.application.modules.handledEvents
    let indexed = events.enumerated().compactMap { offset, event in
      NameMatch.score(query, event.name).map { score in
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

  /// Goes as far through the list as a key does.
  mutating func move(_ key: Key, history: History) {
    let steps: [Key: Int] = [.up: -1, .down: 1, .pageUp: -10, .pageDown: 10]
    select(selection + (steps[key] ?? 0), history: history)
  }

  // MARK: The fields

  /// Goes to the next field, or to the one before; the list of events comes after the last field, and before the first.
  mutating func moveField(by step: Int) {
    let place = ((field ?? -1) + 1 + step + fieldCount + 1) % (fieldCount + 1)
    field = place == 0 ? nil : place - 1
  }

  /// The arguments and the repetitions, and of launches the choice that goes with them; none where no event is chosen.
  var fieldCount: Int { chosen.map { $0.arguments.count + (offersRelaunch ? 2 : 1) } ?? 0 }

  /// How often to fire it, as it stands there.
  var timesText: String { texts.last ?? "1" }

  /// The place of the repetitions among the fields.
  var timesField: Int { chosen?.arguments.count ?? 0 }

  /// Whether there is a choice between modules that are created anew for each launch and those that are there.
  var offersRelaunch: Bool { chosen.map { Command.launches($0.name) } ?? false && times ?? 1 > 1 }

  /// Whether that is being chosen.
  var isChoosingLaunch: Bool { offersRelaunch && field == timesField + 1 }

  /// What is chosen, in a word.
  var launchWord: String { isRelaunching ? "relaunch" : "resend" }

  /// What was typed to find an event, with the cursor.
  var queryText: EditedText { EditedText(query, afterCount: field == nil ? afterCount : 0) }

  /// Whether a field has only what is offered: what is typed replaces that.
  func isOffered(_ field: Int) -> Bool { !editedFields.contains(field) }

  /// The text that is being edited, with the cursor: that of a field, or what finds an event.
  var edited: EditedText {
    get {
      guard let field else { return queryText }
      if isChoosingLaunch { return EditedText(launchWord, afterCount: 0) }
      return EditedText(texts[field], afterCount: afterCount, isOffered: isOffered(field))
    }
    set {
      // It is chosen, and not typed.
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

  /// What an argument expects, if it can't be what stands there.
  func expectation(of argument: EventArgument) -> String? {
    problems.first { $0.argument == argument.name }.map(\.expected)
  }

  /// What the number of repetitions expects, if it can't be what stands there.
  var timesExpectation: String? {
    times == nil ? "a whole number from 1 to \(Phrases.number(Command.mostTimes)), such as 100" : nil
  }

  /// Goes to the first field that can't be as it is.
  mutating func goToProblem() {
    let names = chosen?.arguments.map(\.name) ?? []
    if let wrong = names.indices.first(where: { index in problems.contains { $0.argument == names[index] } }) {
      field = wrong
    } else if times == nil {
      field = timesField
    }
  }

  // MARK: What Enter sends

  /// How often to fire; `nil` where that is no number that can be. Commas and low lines between digits do not matter.
  var times: Int? {
    let number = Int(timesText.filter { !",_ ".contains($0) })
    return number.flatMap { (1...Command.mostTimes).contains($0) ? $0 : nil }
  }

  /// The event with its arguments, fired once: what the source checks while one types.
  var single: Command? {
    guard let chosen else { return nil }
    let members = zip(chosen.arguments, texts).map { ($0.name, $0.value(from: $1)) }
    return .fire(
      event: chosen.name, arguments: members.isEmpty ? .null : .object(Dictionary(uniqueKeysWithValues: members)))
  }

  /// The command that Enter sends; `nil` where no event is chosen or the repetitions are no number.
  var command: Command? {
    guard let times, let single, case .fire(let event, let arguments) = single else { return nil }
    return times == 1
      ? single
      : .fireRepeatedly(
        event: event, arguments: arguments, times: times, relaunching: offersRelaunch && isRelaunching)
  }
}

/// A text of one line that is being edited: a cursor stands between its characters.
struct EditedText: Sendable, Equatable {
  /// The text.
  private(set) var text: String { didSet { isOffered = false } }
  /// How many characters stand after the cursor.
  private(set) var afterCount: Int { didSet { isOffered = false } }
  /// Whether what is written replaces it: it is offered, and neither was it changed nor the cursor moved.
  private(set) var isOffered: Bool

  /// The most characters that it takes.
  static let limit = 4_000

  /// A text with the cursor at its end, or before so many characters.
  init(_ text: String = "", afterCount: Int = 0, isOffered: Bool = false) {
    (self.text, self.isOffered) = (text, isOffered)
    self.afterCount = min(max(0, afterCount), text.count)
  }

  /// What stands before the cursor, and after it.
  var parts: (before: Substring, after: Substring) { (text.dropLast(afterCount), text.suffix(afterCount)) }

  /// Writes something where the cursor is, or in place of what is offered; line breaks are left out.
  mutating func insert(_ addition: String) {
    if isOffered { clear() }
    let (before, after) = parts
    let room = max(0, Self.limit - text.count)
    text = String(before) + addition.filter { !$0.isNewline }.prefix(room) + String(after)
    // What was typed may join the character before or after it.
    afterCount = min(afterCount, text.count)
  }

  /// Erases the character before the cursor.
  mutating func eraseBefore() {
    let (before, after) = parts
    text = String(before.dropLast()) + String(after)
  }

  /// Erases the character after the cursor, or before it where that is the end.
  mutating func eraseAfter() {
    guard afterCount > 0 else { return eraseBefore() }
    let (before, after) = parts
    afterCount -= 1
    text = String(before) + String(after.dropFirst())
  }

  /// Erases the word before the cursor, and the spaces after that.
  mutating func eraseWord() {
    let (before, after) = parts
    var rest = before
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    text = String(rest) + String(after)
  }

  /// Erases all of it.
  mutating func clear() { self = EditedText() }

  /// Moves the cursor by so many characters, as far as the text goes.
  mutating func move(by step: Int) { afterCount = min(max(0, afterCount - step), text.count) }
}
#endif
