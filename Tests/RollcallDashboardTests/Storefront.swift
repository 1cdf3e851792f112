import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting

/// A module whose handlers advance the clock.
final class Stage: Module {
  let owned = OwnedObjects()
  private let table: (inout ModuleHandlers<Stage>) -> Void

  init(
    owns: [(kind: OwnedKind, name: String)] = [], clock: ManualClock,
    _ table: @escaping (inout ModuleHandlers<Stage>) -> Void
  ) {
    self.table = table
    for (index, object) in owns.enumerated() {
      owned.own(object.name, as: object.kind) { clock.advance(by: .microseconds(100 * (index + 1))) }
    }
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Stage>) { table(&handlers) }
}

struct Refusal: Error, CustomStringConvertible {
  var description: String
}

/// Holds a module after its removal.
@MainActor final class Holder {
  var held: AnyObject?
}

/// The application on the golden screens: twelve realistic modules whose work takes fixed times.
@MainActor enum Storefront {
  private struct Part {
    var name: String
    var launch: Duration?
    var vote: Bool? = true
    var owns: [(kind: OwnedKind, name: String)] = []
    var error: String?
    var opens = false
  }

  private static let parts: [Part] = [
    Part(name: "ThirdParties", launch: .microseconds(3_900), owns: [("task", "crash report"), ("task", "analytics")]),
    Part(name: "Appearance", launch: .microseconds(600)),
    Part(name: "Scene", launch: .microseconds(8_000), owns: [("window", "main")], opens: true),
    Part(name: "Session", launch: .microseconds(400), owns: [("observer", "userDidLogOut")]),
    Part(name: "Network", launch: .microseconds(1_300), owns: [("observer", "reachable"), ("session", "api")]),
    Part(
      name: "Feed", launch: .microseconds(4_600),
      owns: [("observer", "didLogOut"), ("request", "page 1"), ("request", "page 2"), ("timer", "refresh")]),
    Part(name: "Push", launch: .microseconds(9_100), owns: [("registration", "push")], error: "no token"),
    Part(name: "Payments", launch: .milliseconds(12), owns: [("timer", "heartbeat")], opens: true),
    Part(name: "Shortcuts", launch: .microseconds(30)),
    Part(name: "Store", launch: .microseconds(1_700), owns: [("file", "store.json"), ("file", "journal")]),
    Part(name: "Dialogs", launch: .microseconds(10), vote: nil, owns: [("dialog", "welcome")]),
    Part(name: "Heartbeat", launch: nil, owns: [("timer", "beat")]),
  ]

  static func build(_ composite: CompositeDelegate, _ clock: ManualClock) throws {
    try build(composite, clock, holder: nil)
  }

  /// - Parameter holder: The object that holds Network, as a session holds its delegate; `nil` for none.
  static func build(_ composite: CompositeDelegate, _ clock: ManualClock, holder: Holder?) throws {
    for part in parts {
      try composite.register(part.name, role: part.name == "Scene" ? .main : .ordinary) {
        clock.advance(by: .microseconds(200))
        let stage = Stage(owns: part.owns, clock: clock) { table(of: part, clock: clock, &$0) }
        if part.name == "Network" { holder?.held = stage }
        return stage
      }
    }
    clock.advance(by: .seconds(2))
  }

  private static func table(of part: Part, clock: ManualClock, _ handlers: inout ModuleHandlers<Stage>) {
    if let launch = part.launch {
      handlers.answer(DidFinishLaunching.self) { _, _ in
        clock.advance(by: launch)
        if let error = part.error { throw Refusal(description: error) }
        return part.vote
      }
    }
    if part.opens {
      handlers.answer(OpenURL.self) { _, event in
        clock.advance(by: .microseconds(300))
        return event.url.scheme == "pay" && part.name == "Scene" ? true : nil
      }
    }
    handlers.on(DidEnterBackground.self) { _, _ in clock.advance(by: .microseconds(150)) }
  }
}
