import Foundation
import ModuleLifecycle

/// Does the same many times, for a profiler that counts instructions: `.ci/instructions` runs it with two counts, and
/// divides the difference. Or does one thing with many others, for `.ci/growth`.
///
///     InstructionCounts one-module 1000
@main enum InstructionCounts {
  @MainActor static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let name = arguments.first, let count = Int(arguments.last ?? "") else {
      return usage()
    }
    if let growth = Growth(rawValue: name) { return try growth.run(count) }
    guard let subject = Subject(rawValue: name) else { return usage() }
    let work = try subject.makeWork()
    // Plans are made, and the journal has dropped its first entries.
    for _ in 0..<subject.warmUp { work() }
    for _ in 0..<count { work() }
  }

  private static func usage() {
    let names = Subject.allCases.map(\.rawValue) + Growth.allCases.map(\.rawValue)
    FileHandle.standardError.write(Data("usage: InstructionCounts \(names.joined(separator: "|")) COUNT\n".utf8))
    exit(64)
  }
}

/// What is done many times.
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
      for name in names { owned.own(name, as: .observer) {} }
    }
  }
}

struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}

struct Note: EventWithExample {
  var text: String
  static var example: Note { Note(text: "") }
}

@MainActor final class Receiver: Module {
  var calls = 0

  static func handlers(_ handlers: inout ModuleHandlers<Receiver>) {
    handlers.on(Tick.self) { receiver, _ in receiver.calls &+= 1 }
    handlers.on(Note.self) { receiver, _ in receiver.calls &+= 1 }
  }
}
