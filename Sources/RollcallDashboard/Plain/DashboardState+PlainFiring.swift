#if CommandLine
import RollcallEventArguments
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// Firing in plain mode.
extension DashboardState {
  /// Fires the event that a line names. Asks first if it would launch a launched application.
  mutating func fire(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    guard let name = line.words.first else {
      throw PlainProblem("Which event? Write '\(line.usage)'; 'events' lists them.")
    }
    let event = try event(name)
    var rest = line.words.dropFirst()
    let times = try times(rest.first ?? "")
    if times != nil { rest = rest.dropFirst() }
    let offersRelaunch = times ?? 1 > 1 && Command.launches(event.name)
    let isResend = offersRelaunch && rest.first == "resend"
    if isResend { rest = rest.dropFirst() }
    let arguments = try arguments(rest, of: event)
    guard let times, times > 1 else { return fire(.fire(event: event.name, arguments: arguments)) }
    let relaunching = offersRelaunch && !isResend
    let said =
      "All modules are created anew for each launch; 'fire \(event.name) x\(times) resend' sends to the existing ones."
    return (relaunching ? [.say([said])] : [])
      + fire(.fireRepeatedly(event: event.name, arguments: arguments, times: times, relaunching: relaunching))
  }

  /// Returns the event with a name, ignoring case.
  func event(_ name: String) throws(PlainProblem) -> EventDescription {
    try application.source.events.named(name, "event", otherwise: "'events' lists them.") { $0.name }
  }

  /// Returns the number of repetitions, such as `x20`; `nil` for any other word.
  private func times(_ word: String) throws(PlainProblem) -> Int? {
    guard word.hasPrefix("x"), word.count > 1, word.dropFirst().allSatisfy({ $0.isNumber || $0 == "," }) else {
      return nil
    }
    guard let times = Command.times(String(word.dropFirst())) else {
      throw PlainProblem(
        "An event can be fired from x1 to x\(Phrases.number(Command.mostTimes)), not \(word.prefix(20)).")
    }
    return times
  }

  /// Returns the arguments typed for an event, each as `name=value`.
  private func arguments(
    _ words: ArraySlice<String>, of event: EventDescription
  ) throws(PlainProblem) -> EventValue {
    var members: [String: EventValue] = [:]
    for word in words {
      guard let equals = word.firstIndex(of: "=") else {
        let example = event.arguments.first.map { ", such as \($0.name)=\(Excerpt.of(word))" } ?? ""
        throw PlainProblem("'\(Excerpt.of(word))' is not an argument of the form name=value\(example).")
      }
      let name = String(word[..<equals])
      guard let argument = event.arguments.first(where: { $0.name == name }) else {
        throw PlainProblem(
          "\(event.name) has no argument '\(Excerpt.of(name))'.", for: name, among: event.arguments.map(\.name))
      }
      members[name] = argument.value(from: PlainLine.unquoted(word[word.index(after: equals)...]))
    }
    return members.isEmpty ? .null : .object(members)
  }

  /// Returns the events that match some words, each with its arguments and its rule.
  func eventLines(fitting words: String) throws(PlainProblem) -> [String] {
    let filter = RowFilter(words)
    let events = application.source.events.filter { filter?.fits([$0.name] + $0.arguments.map(\.name)) ?? true }
    guard !events.isEmpty else { throw PlainProblem("No events match '\(Excerpt.of(words))'.") }
    return events.map { event in
      let arguments = event.arguments.map { argument in
        let example = argument.exampleText
        return example.isEmpty
          ? argument.name : "\(argument.name)=\(example.contains(" ") ? "\"\(example)\"" : example)"
      }
      let head = ([event.name] + arguments).joined(separator: " ")
      return event.rule.isEmpty ? "\(head)." : "\(head): \(event.rule)."
    }
  }
}
#endif
