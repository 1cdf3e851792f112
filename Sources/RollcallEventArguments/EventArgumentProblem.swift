package import ModuleLifecycle

/// The reason an argument of an event can't have the value that a user typed.
package struct EventArgumentProblem: Sendable, Equatable {
  /// The argument's name; `nil` if each argument is valid alone, but not all of them together.
  package let argument: String?
  /// What is expected, with a valid example: `a whole number, such as 42`.
  package let expected: String

  /// Creates a problem with an argument, or with all arguments together if `argument` is `nil`.
  package init(argument: String?, expected: String) {
    self.argument = argument
    self.expected = expected
  }
}

extension EventCatalog {
  /// Returns the problems with an event's arguments, each checked by itself. Empty if the event can be created from
  /// them.
  ///
  /// A form calls this while it is filled in. The event's own decoding decides, and nothing is fired. The cost is one
  /// decoding of the event per argument, plus one.
  /// - Parameters:
  ///   - arguments: An object. Missing keys are filled from the example.
  ///   - event: The event's name.
  /// - Returns: The problems in the order in which the event declares its arguments.
  package func problems(with arguments: EventValue, of event: String) -> [EventArgumentProblem] {
    guard case .object(let members) = arguments, let type = self[event] else { return [] }
    if isValid(arguments, for: event) { return [] }
    let known = Self.arguments(of: type)
    let problems = known.compactMap { argument -> EventArgumentProblem? in
      guard let value = members[argument.name], let expected = expected(argument, not: value, of: event, known: known)
      else { return nil }
      return EventArgumentProblem(argument: argument.name, expected: expected)
    }
    guard problems.isEmpty else { return problems }
    return [EventArgumentProblem(argument: nil, expected: "other values")]
  }

  private func isValid(_ arguments: EventValue, for event: String) -> Bool {
    (try? self.event(named: event, arguments: arguments)) != nil
  }

  /// What an argument expects; `nil` if the value is valid.
  private func expected(
    _ argument: EventArgument, not value: EventValue, of event: String, known: [EventArgument]
  ) -> String? {
    guard let type = self[event] else { return nil }
    let mismatch = ArgumentMismatch.found(in: argument, value, of: type, known: known)
    guard let mismatch else { return nil }
    let inner = mismatch.place.map { $0.path == argument.name ? "" : " in '\($0.path)'" } ?? ""
    // The message has the example as JSON. Here it must look as a user would type it.
    if mismatch.expected.hasPrefix("a value such as ") { return "a value such as \(argument.exampleText)" }
    let sample = argument.sampleTexts.first {
      isValid(.object([argument.name: argument.value(from: $0)]), for: event)
    }
    return mismatch.expected + inner + (sample.map { ", such as \($0)" } ?? "")
  }
}

extension EventArgument {
  /// Texts that a user could type for the argument: its example, or if that is empty, texts of its kind, the likeliest
  /// first.
  package var sampleTexts: [String] {
    let text = exampleText
    if !text.isEmpty { return [text] }
    return switch example {
    case .object: [#"{"key":"value"}"#, #"{"key":1}"#, #"{"key":true}"#]
    case .array: [#"["text"]"#, "[1]"]
    default: ["text", "1", "yes", "true"]
    }
  }
}

extension ArgumentMismatch {
  /// The event's objection to one argument, with all others taken from its example.
  fileprivate static func found(
    in argument: EventArgument, _ value: EventValue, of type: any LifecycleEvent.Type, known: [EventArgument]
  ) -> ArgumentMismatch? {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> ArgumentMismatch? {
      let given = [argument.name: value]
      let merged = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.example) }).merging(given) { $1 }
      do {
        _ = try EventValue.object(merged).decoded(as: type)
        return nil
      } catch {
        return ArgumentMismatch(error, given: given, known: known)
      }
    }
    return open(type)
  }
}
