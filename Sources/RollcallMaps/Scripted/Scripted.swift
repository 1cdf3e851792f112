#if Maps
import RollcallEventArguments
import Foundation
public import ModuleLifecycle
import RollcallTextFormatting
/// A module that needs no Swift code: a map declares what it owns and what it does at each event.
///
/// Use it in place of a module that is not written yet, or as a slow, failing or crashing module in a demonstration.
/// The objects that it owns and the time that it takes are real.
public final class Scripted: Module {
  private let owned = OwnedObjects()
  private let context: ModuleContext

  /// Creates the module that the context's settings describe.
  ///
  /// - Throws: The error of a resource that could not be acquired.
  init(_ context: ModuleContext, acquiring kinds: [ResourceKind]) throws {
    self.context = context
    for resource in context.settings.resources("owns") {
      guard let kind = kinds.first(where: { $0.kind == resource.kind }) else { continue }
      try kind.acquire(resource, owned)
    }
  }

  /// Registers a handler for each event that the map declares.
  public func instanceHandlers(_ handlers: inout ModuleHandlers<Scripted>) {
    for script in context.settings.handlers("handles") {
      guard let type = context.catalog[script.event] else { continue }
      Self.add(script, for: type, to: &handlers)
    }
  }

  private static func add<Event: LifecycleEvent>(
    _ script: ScriptedHandler, for type: Event.Type, to handlers: inout ModuleHandlers<Scripted>
  ) {
    let condition = ScriptedCondition(script, for: type)
    guard let text = script.answers, let vote = ScriptedVote.vote(text, for: type) else {
      return handlers.on(type) { module, event in
        if condition.holds(for: event) { try module.perform(script) }
      }
    }
    handlers.answer(type) { module, event in
      guard condition.holds(for: event) else { return nil }
      try module.perform(script)
      return vote
    }
  }

  private func perform(_ script: ScriptedHandler) throws {
    // `print` would buffer the line when the output is a pipe, as it is under a dashboard.
    if let line = script.prints {
      try? FileHandle.standardOutput.write(contentsOf: Data("\(line.printable())\n".utf8))
    }
    if let duration = script.takes { Thread.sleep(forTimeInterval: duration / .seconds(1)) }
    if let duration = script.burns {
      let end = MonotonicClock.system.now + UInt64(max(0, duration / .nanoseconds(1)))
      while MonotonicClock.system.now < end {}
    }
    if let spelled = script.sends { context.send(any: try context.catalog.event(spelled: spelled)) }
    if let name = script.marks { context.mark(name) }
    if script.crashes { fatalError("\(context.name) crashes in \(script.event), because its map says so.") }
    if let message = script.throwing { throw ScriptedError(description: message) }
  }
}

/// The error that a map tells a module to throw.
struct ScriptedError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// The condition of a script: the event's first argument, as text, must match the pattern.
private struct ScriptedCondition {
  let glob: Glob?
  let argument: String?

  init(_ script: ScriptedHandler, for type: any LifecycleEvent.Type) {
    glob = script.when.map(Glob.init)
    argument = glob == nil ? nil : EventCatalog.arguments(of: type).first?.name
  }

  func holds(for event: some LifecycleEvent) -> Bool {
    guard let glob, let argument else { return true }
    let value = (try? EventValue(encoding: event))?.members[argument] ?? .null
    return glob.matches(EventArgument.text(of: value))
  }
}

/// A pattern in which `*` stands for any text, including none, and `?` for any single character.
struct Glob {
  private let pattern: [Character]

  init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Returns whether the whole text matches. The cost is at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (at, place) = (0, 0)
    var retry: (at: Int, place: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == "*" {
        retry = (at + 1, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = retry {
        // Let the latest star take one more character.
        retry = (last.at, last.place + 1)
        (at, place) = (last.at, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
#endif
