import Foundation
import ModuleLifecycleTesting
import RollcallEventArguments
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// The protocol's stream as lines.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LineTests {
  private struct Dice: RandomNumberGenerator {
    var seed: UInt64
    mutating func next() -> UInt64 {
      seed &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func number() -> UInt64 { next() >> UInt64(below(64)) }
    mutating func id<ID: SerialID>() -> ID { ID(rawValue: number()) }
    mutating func text() -> String {
      String(
        (0..<below(9)).map { _ in
          ["a", "\"", "\\", "\n", "支", "\u{1B}", "é", " ", "{"].randomElement(using: &self) ?? ""
        }
        .joined())
    }
    mutating func maybe<Value>(_ value: (inout Dice) -> Value) -> Value? { below(2) == 0 ? nil : value(&self) }
    mutating func some<Value>(_ value: (inout Dice) -> Value) -> [Value] { (0..<below(4)).map { _ in value(&self) } }
    mutating func state() -> ApplicationState { ApplicationState.allCases.randomElement(using: &self) ?? .active }
    mutating func json(_ depth: Int = 3) -> EventValue {
      switch below(depth > 0 ? 7 : 5) {
      case 0: .null
      case 1: .bool(below(2) == 0)
      case 2: .integer(Int64(bitPattern: next()))
      case 3: .number(Double(below(1_000)) + 0.25)
      case 4: .string(text())
      case 5: .array(some { $0.json(depth - 1) })
      default: .object(Dictionary(some { ($0.text(), $0.json(depth - 1)) }, uniquingKeysWith: { $1 }))
      }
    }
    mutating func module() -> ModuleStatus {
      var module = ModuleStatus(
        id: id(), name: text(), order: below(99), isMain: below(2) == 0,
        isPresent: below(2) == 0, isOn: below(2) == 0, owner: maybe { $0.id() }, after: some { $0.text() },
        isRequired: below(2) == 0, parent: maybe { $0.id() }, handles: some { $0.text() },
        createdNanoseconds: maybe { $0.number() }, creationNanoseconds: maybe { $0.number() })
      module.experiment = maybe { _ in .deferred }
      return module
    }
    mutating func event() -> EventDescription {
      // No two arguments of an event have the same name.
      let examples = Dictionary(some { ($0.text(), $0.json()) }, uniquingKeysWith: { $1 })
      return EventDescription(
        name: text(), rule: text(), arguments: examples.map { EventArgument(name: $0, example: $1) },
        expectedStates: maybe { dice in Set(dice.some { $0.state() }) }, deadlineNanoseconds: maybe { $0.number() },
        bridged: some { $0.text() })
    }
    mutating func entry() -> AnyEntry {
      below(2) == 0
        ? .output(OutputEntry(line: text(), atNanoseconds: number()))
        : .state(StateEntry(state: state(), atNanoseconds: number()))
    }
    mutating func command() -> Command {
      let module: ModuleID = id()
      return switch below(11) {
      case 0: .fire(event: text(), arguments: json())
      case 1: .fireRepeatedly(event: text(), arguments: json(), times: below(99), relaunching: below(2) == 0)
      case 2: .stopRepeating
      case 3: .remove(module)
      case 4: .restore(module)
      case 5: .switchOn(module)
      case 6: .switchOff(module)
      case 7: .move(module, to: below(99))
      case 8: .sendMissedEvents(module)
      case 9: .cancel(OwnedObjectID(owner: id(), number: below(99)))
      default: .relaunch(arguments: json())
      }
    }
    mutating func answer() -> Reply.Answer {
      switch below(7) {
      case 0: .refused(text())
      case 1: .accepted
      case 2: .started
      case 3: .repeating(done: below(99))
      case 4:
        .repeated(
          RepetitionSummary(
            durations: some { UInt64($0.below(9_999)) }, times: below(99), startedNanoseconds: 3,
            endedNanoseconds: number(), creations: maybe { dice in dice.some { UInt64($0.below(99)) } }))
      case 5: .finished(problem: maybe { $0.text() })
      default:
        .problems(some { dice in EventArgumentProblem(argument: dice.maybe { $0.text() }, expected: dice.text()) })
      }
    }
    mutating func hello() -> Hello {
      var hello = Hello(
        application: text(), startedNanoseconds: number(), secondsFromUTC: below(9) - 4, modules: some { $0.module() },
        events: some { $0.event() }, state: state(), budgets: below(2) == 0 ? .standard : .none,
        launchedNanoseconds: maybe { $0.number() }, role: [.view, .control, .firing(["a", "b"])][below(3)])
      hello.processStart = ProcessStart(
        nanoseconds: maybe { $0.number() }, isPrewarmed: below(2) == 0, isTraced: below(2) == 0)
      return hello
    }
    mutating func message() -> InspectionMessage {
      switch below(7) {
      case 0: .hello(hello())
      case 1:
        .prologue(
          Prologue(
            modules: some { $0.module() }, state: state(), launchedNanoseconds: maybe { $0.number() },
            entries: some { $0.entry() }, nextEntry: maybe { $0.number() }))
      case 2: .entries([entry()], from: maybe { $0.number() })
      case 3: .events(some { $0.event() })
      case 4:
        .running(
          maybe { dice in
            RunningHandler(
              module: dice.text(), moduleID: dice.maybe { $0.id() }, event: dice.text(),
              sinceNanoseconds: dice.number(),
              dispatch: dice.maybe {
                RunningDispatch(
                  id: $0.id(), sinceNanoseconds: $0.number(), budgetNanoseconds: $0.maybe { $0.number() })
              })
          })
      case 5: .reply(Reply(id: number(), answer: answer()))
      default: .bye
      }
    }
  }

  /// Parses lines, with hellos as messages like the others.
  private func messages(_ text: String) -> [InspectionMessage] {
    var reader = MessageReader()
    return text.split(separator: "\n").flatMap { reader.read(Array($0.utf8)) }.compactMap { told in
      switch told {
      case .hello(let hello, _): .hello(hello)
      case .message(let message): message
      case .bye: .bye
      case .beat, .refused: nil
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func messagesAreReadAsTheyWereWritten(seed: UInt64) {
    var dice = Dice(seed: seed)
    let written = (0..<50).map { _ in dice.message() }
    let read = messages(written.map { MessageLines.text(of: $0, now: 7) }.joined())
    expectEqual(read, written)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func requestsAreReadAsTheyWereWritten(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for _ in 0..<50 {
      let command = dice.command()
      let request = InspectionRequest(id: dice.number(), kind: seed % 2 == 0 ? .perform(command) : .check(command))
      let line: RequestLine = try JournalLine.object(Array(MessageLines.text(of: request).utf8))
      expectEqual(line.request, request)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func damagedLinesDoNoHarm(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<100 {
      var bytes = Array(MessageLines.text(of: dice.message(), now: 7).utf8)
      for _ in 0...dice.below(3) where !bytes.isEmpty { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
      var reader = MessageReader()
      for line in bytes.split(separator: 0x0A) { _ = reader.read(Array(line)) }
      _ = try? JournalLine.object(bytes) as RequestLine
    }
  }

  @Test func unknownMessagesAreSkipped() {
    let text = """
      {"type":"beat","main_ns":7}
      {"type":"reply","id":3,"answer":"postponed"}
      {"answer":"accepted","id":3,"type":"reply","when":"soon"}
      {"at_ns":1,"state":"asleep","type":"state"}
      nonsense
      """
    expectEqual(
      messages(text), [.reply(Reply(id: 3, answer: .accepted)), .entries([.gap(GapEntry(dropped: 1))])])
  }

  /// Returns an inspector's connection, and a descriptor to send arbitrary bytes in its place.
  private func connect(
    _ shop: InspectedShop, mostBytes: Int = 16 << 20
  ) throws -> (connection: LineConnection, raw: Int32) {
    let socket = try InspectorSocket.connect(to: shop.path)
    let raw = dup(socket.descriptor)
    let connection = try LineConnection(
      attachingTo: socket, LineConnection.greeting(as: .control), mostBytes: mostBytes, patience: .seconds(60)
    ) {}
    return (connection, raw)
  }

  /// Collects messages up to the last one.
  private func messages(
    _ connection: LineConnection, limit: Int = 64, until isLast: (InspectionMessage) -> Bool
  ) async -> [InspectionMessage] {
    var messages: [InspectionMessage] = []
    while !messages.contains(where: isLast) {
      messages += connection.receive(limit: limit)
      await Task.yield()
    }
    return messages
  }

  private func isLast(_ message: InspectionMessage) -> Bool {
    if case .reply(let reply) = message { reply.answer.isLast } else { false }
  }

  @Test func anUnknownRequestIsHarmlessAndALineThatIsTooLongEndsTheConnection() async throws {
    let shop = try await InspectedShop()
    let (connection, raw) = try connect(shop)
    #expect(connection.hello.application == "Shop" && connection.hello.role == .control)
    func say(_ bytes: [UInt8]) async {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(raw, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else { await Task.yield() }
      }
    }
    await say(Array("{\"type\":\"perform\",\"command\":\"explode\"}\n".utf8))
    connection.send(InspectionRequest(id: 1, kind: .perform(.fire(event: "openURL", arguments: .null))))
    let told = await messages(connection, until: isLast)
    expectEqual(told.last { isLast($0) }, .reply(Reply(id: 1, answer: .finished(problem: nil))))
    let entry = told.firstIndex {
      if case .entries(let all, _) = $0 {
        all.contains { if case .dispatch = $0 { true } else { false } }
      } else {
        false
      }
    }
    let end = told.firstIndex(where: isLast)
    #expect(try #require(entry) < (try #require(end)))
    await say([UInt8](repeating: UInt8(ascii: "{"), count: LineServer.mostBytes + 9) + [0x0A])
    _ = await messages(connection) { $0 == .bye }
    close(raw)
    await shop.end()
  }

  @Test func aRequestAfterTheConnectionsEndIsRefused() async throws {
    let shop = try await InspectedShop()
    let (connection, raw) = try connect(shop)
    shop.inspector.stop()
    _ = await messages(connection) { $0 == .bye }
    connection.send(InspectionRequest(id: 2, kind: .perform(.stopRepeating)))
    expectEqual(
      connection.receive(limit: 0), [.reply(Reply(id: 2, answer: .refused("The application is no longer connected.")))])
    close(raw)
    await shop.end()
  }

  private final class Shelf: Module {
    let owned = OwnedObjects()
    init() { for number in 0..<300 { owned.own("\(number)", as: "book") {} } }
    static func handlers(_ handlers: inout ModuleHandlers<Shelf>) {}
  }

  /// The numbers of a prologue's objects and of its modules.
  private func counts(_ prologue: Prologue) -> [Int] {
    [prologue.entries.count { if case .owned = $0 { true } else { false } }, prologue.modules.count]
  }

  @Test func aPrologueArrivesWholeHoweverFewEntriesAreKept() async throws {
    let shop = try await InspectedShop(capacity: 16 << 10)
    try await MainActor.run { _ = try shop.composite?.register("Shelf") { Shelf() } }
    // Push everything about the objects out of the journal.
    for _ in 0..<500 { await shop.send(DidReceiveMemoryWarning()) }
    let (connection, raw) = try connect(shop, mostBytes: 4 << 10)
    #expect(connection.hello.nextEntry > 0)
    let prologue = await connection.receive { if case .prologue(let prologue) = $0 { prologue } else { nil } }
    expectEqual(counts(prologue), [301, 2])
    close(raw)
    await shop.end()
  }

  @Test func anInspectorThatReadsTooLittleGetsAGapAndAPrologue() async throws {
    let shop = try await InspectedShop()
    let (connection, raw) = try connect(shop, mostBytes: 4 << 10)
    for _ in 0..<500 { await shop.send(DidReceiveMemoryWarning()) }
    while connection.backlog.dropped == 0 { await Task.yield() }
    let told = await messages(connection) { if case .prologue = $0 { true } else { false } }
    guard case .entries(let first, _)? = told.first, case .gap(let gap)? = first.first else {
      return #expect(Bool(false), "\(told.prefix(2))")
    }
    #expect(gap.dropped > 0 && gap.dropped <= 500)
    close(raw)
    await shop.end()
  }
}
