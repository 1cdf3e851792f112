import Foundation
import ModuleLifecycle

/// What a journal is filled with.
@MainActor struct Subject {
  let name: String
  /// Returns what is done many times, with the number of times that it was done before.
  let makeWork: (CompositeDelegate) throws -> (Int) throws -> Void

  static let all =
    [
      Subject("events without values") { _ in Tick() },
      Subject("events without values, to 64 modules", modules: 64) { _ in Tick() },
      Subject("events with a short text") { Value(text(8, $0)) },
      Subject("events with a text") { Value(text(20, $0)) },
      Subject("events with a text, to 64 modules", modules: 64) { Value(text(1_000, $0)) },
      Subject("events with a long text") { Value(text(1_000, $0)) },
      Subject("events with several values") { Several(first: text(20, $0), second: text(5, $0), number: $0) },
      Subject("events with an absent value") { _ in Value<String>(nil) },
      Subject("events with data") { Value(Data(text(500, $0).utf8)) },
      Subject("events with a URL") { Value(URL(string: "https://example.com/\($0)")) },
      Subject("events with a list of numbers") { Value(Array($0..<$0 + 100)) },
      Subject("events with a list of texts") { number in Value((0..<10).map { text(20, number + $0) }) },
      Subject("events with a table") { number in
        Value(Dictionary(uniqueKeysWithValues: (0..<10).map { (text(8, $0), text(20, number)) }))
      },
      Subject("events with a case") { Message.text(text(20, $0)) },
      Subject("questions", modules: 8) { Question(number: $0) },
      Subject("events that modules throw at", modules: 8) { Failing(number: $0) },
      Subject("events with named parts") { Worked(number: $0) },
    ] + changes

  private static let changes = [
    Subject(name: "modules that come and go") { composite in
      for number in 0..<64 { try composite.register("module \(number)") { Receiver() } }
      return { number in
        try composite.register("a module with a long name, \(number)") { Receiver() }
        composite.send(Tick())
        try composite.remove("a module with a long name, \(number)", forgetting: true)
      }
    },
    Subject(name: "modules switched off and on") { composite in
      for number in 0..<64 { try composite.register("module \(number)") { Receiver() } }
      return { _ in
        try composite.set("module 3", isOn: false)
        composite.send(Tick())
        try composite.set("module 3", isOn: true)
      }
    },
    Subject(name: "owned objects") { composite in
      { number in
        let owned = OwnedObjects(owner: "owner \(number)", journal: composite.journal)
        for object in 0..<10 { owned.own(text(20, object), as: .observer) {} }
      }
    },
    Subject(name: "marks") { composite in { composite.mark(text(20, $0)) } },
  ]
}

extension Subject {
  /// Events, to a number of modules.
  fileprivate init(_ name: String, modules: Int = 1, _ event: @escaping (Int) -> some LifecycleEvent) {
    self.init(name: name) { composite in
      for number in 0..<modules { try composite.register("module \(number)") { Receiver() } }
      return { composite.send(event($0)) }
    }
  }
}

/// A text of that length: not a literal, which takes no memory.
private func text(_ length: Int, _ number: Int) -> String {
  String((String(repeating: "x", count: length) + "\(number)").suffix(length))
}

private final class Receiver: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Receiver>) {
    handlers.on(Tick.self) { _, _ in }
    handlers.on(Value<String>.self) { _, _ in }
    handlers.answer(Question.self) { _, event in event.number }
    handlers.on(Failing.self) { _, event in throw Failure(text: text(20, event.number)) }
    handlers.on(Worked.self) { _, event in CompositeDelegate.measure(text(20, event.number)) {} }
  }
}

private struct Failure: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

private struct Tick: EventWithExample { static let example = Tick() }

private struct Value<Wrapped: Codable & Sendable>: LifecycleEvent {
  let value: Wrapped?
  init(_ value: Wrapped?) { self.value = value }
}

private struct Several: LifecycleEvent {
  let first, second: String
  let number: Int
}

private enum Message: LifecycleEvent {
  case text(String)
}

private struct Question: LifecycleEvent {
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect }
  let number: Int
}

private struct Failing: LifecycleEvent {
  let number: Int
}

private struct Worked: LifecycleEvent {
  let number: Int
}
