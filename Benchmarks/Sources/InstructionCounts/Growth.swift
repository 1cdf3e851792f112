import ModuleLifecycle

/// What an application may have many of. `.ci/growth` runs each with a number, with twice and with four times as many.
enum Growth: String, CaseIterable {
  /// Objects that should be released soon, and are: some events later.
  case expectations
  /// Owned objects, each of a kind of its own.
  case kinds
  /// Composites inside the composite, each with a module.
  case composites
  case modules
  /// Parts of one handler, each with a name of its own.
  case parts
  /// Events that the handler of one queues.
  case queued
  case marks
  /// Objects of an owner, all alive at once.
  case objects

  @MainActor func run(_ count: Int) throws {
    let composite = CompositeDelegate()
    switch self {
    case .expectations:
      try composite.register("receiver") { Receiver() }
      var things = (0..<count).map { _ in Thing() }
      for (number, thing) in things.enumerated() { composite.expectRelease(of: thing, named: "thing \(number)") }
      for _ in 0..<count { composite.send(Tick()) }
      while things.popLast() != nil { composite.send(Tick()) }
    case .kinds:
      let owned = OwnedObjects(owner: "owner", journal: composite.journal)
      for number in 0..<count { owned.own("object", as: OwnedKind("kind \(number)")) {} }
    case .composites:
      for number in 0..<count {
        try composite.register("part \(number)") {
          let part = CompositeDelegate()
          try part.register("receiver") { Receiver() }
          return part
        }
      }
      composite.send(Tick())
      composite.tearDown()
    case .modules:
      for number in 0..<count { try composite.register("module \(number)") { Receiver() } }
      composite.send(Tick())
      for number in 0..<count { try composite.remove("module \(number)") }
    case .parts:
      try composite.register("worker") {
        Worker { for part in 0..<count { CompositeDelegate.measure("part \(part)") {} } }
      }
      for _ in 0..<3 { composite.send(Tick()) }
    case .queued:
      try composite.register("worker") { [unowned composite] in
        Worker { for _ in 0..<count { composite.enqueue(Note(text: "")) } }
      }
      composite.send(Tick())
    case .marks:
      for number in 0..<count { composite.mark("mark \(number)") }
    case .objects:
      let owned = OwnedObjects(owner: "owner", journal: composite.journal)
      for number in 0..<count { owned.own("object \(number)", as: .observer) {} }
    }
  }
}

private final class Thing {}

private final class Worker: Module {
  private let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }

  static func handlers(_ handlers: inout ModuleHandlers<Worker>) {
    handlers.on(Tick.self) { worker, _ in worker.work() }
  }
}
