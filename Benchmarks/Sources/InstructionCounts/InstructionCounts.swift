import ModuleLifecycle

/// Does the same many times, for a profiler that counts instructions: `.ci/instructions` runs it with two counts, and
/// divides the difference.
///
///     InstructionCounts one-module 1000
@main enum InstructionCounts {
  @MainActor static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let subject = arguments.first.flatMap(Subject.init),
      let count = Int(arguments.last ?? "")
    else {
      let subjects = Subject.allCases.map(\.rawValue).joined(separator: "|")
      return print("usage: InstructionCounts \(subjects) COUNT")
    }
    let work = try subject.makeWork()
    // Plans are made, and the journal has dropped its first entries.
    for _ in 0..<subject.warmUp { work() }
    for _ in 0..<count { work() }
  }
}

/// What is done.
enum Subject: String, CaseIterable {
  /// An event without arguments, to one module.
  case oneModule = "one-module"
  case manyModules = "64-modules"
  /// An event with a text of 20 bytes, to one module.
  case text
  /// An object of an owner that has no other, from its registration to its cleanup.
  case bagOfOne = "bag-of-1"
  /// Ten objects of an owner.
  case bagOfTen = "bag-of-10"
  case bagOfThousand = "bag-of-1000"

  /// How often it is done before. A journal of this size is then full.
  var warmUp: Int {
    switch self {
    case .oneModule, .manyModules, .text: 300
    case .bagOfOne, .bagOfTen, .bagOfThousand: 50
    }
  }

  @MainActor func makeWork() throws -> @MainActor () -> Void {
    switch self {
    case .oneModule: return try Self.sending(Tick(), to: 1)
    case .manyModules: return try Self.sending(Tick(), to: 64)
    case .text: return try Self.sending(Note(text: "twenty bytes of text"), to: 1)
    case .bagOfOne: return Self.owning(1)
    case .bagOfTen: return Self.owning(10)
    case .bagOfThousand: return Self.owning(1_000)
    }
  }

  /// A journal that is full after the warm-up.
  private static var journal: Journal { Journal(capacity: 40_000) }

  @MainActor private static func sending<Event: LifecycleEvent>(
    _ event: Event, to modules: Int
  ) throws -> @MainActor () -> Void {
    let composite = CompositeDelegate(journal: journal)
    for number in 0..<modules { try composite.register("module \(number)") { Receiver() } }
    return { composite.send(event) }
  }

  private static func owning(_ objects: Int) -> @MainActor () -> Void {
    let journal = journal
    let names = (0..<objects).map { "object \($0)" }
    return {
      let owned = OwnedObjects(owner: "owner", journal: journal)
      for name in names { owned.own(.observer, name) {} }
    }
  }
}

struct Tick: LifecycleEvent {
  static var example: Tick { Tick() }
}

struct Note: LifecycleEvent {
  var text: String
  static var example: Note { Note(text: "") }
}

@MainActor final class Receiver: Module {
  var calls = 0

  static func handlers(_ handlers: inout Handlers<Receiver>) {
    handlers.on(Tick.self) { receiver, _ in receiver.calls &+= 1 }
    handlers.on(Note.self) { receiver, _ in receiver.calls &+= 1 }
  }
}
