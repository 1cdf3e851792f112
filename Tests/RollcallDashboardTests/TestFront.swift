import Foundation
import ModuleLifecycleTesting
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// A dashboard's front without a terminal. Records the requested effects and the entries that the state has read.
final class TestFront: DashboardFront {
  weak var runtime: DashboardRuntime?
  /// How texts are copied; `nil` as long as that is under way.
  var copiesBy: Clipboard? = .terminal
  private(set) var hasQuit = false
  /// The number of effects of keys and clicks, without questions.
  private(set) var effectCount = 0
  /// The last text for the clipboard.
  private(set) var copied: String?
  /// The answers to typed lines, without a screen.
  private(set) var said: [String] = []
  private(set) var complaints: [String] = []
  /// The requested experiments, in order.
  private(set) var experimentsRun: [String] = []
  /// All journal entries, in the order in which they were read.
  private(set) var entries: [AnyEntry] = []

  func took(_ action: Action) { if case .message(.entries(let new, _)) = action { entries += new } }

  func perform(_ effect: Effect) {
    switch effect {
    case .check: return
    case .quit: hasQuit = true
    case .say(let lines): said += lines
    case .complain(let problem): complaints.append(problem)
    case .copy(let text):
      copied = text
      if let copiesBy { runtime?.update(.copied(by: copiesBy)) }
    case .run(let experiment): experimentsRun.append(experiment)
    case .perform, .playback, .locate, .record, .stopRecording, .export, .askForControl: break
    }
    effectCount += 1
  }
}

/// The two descriptors of a pipe.
func testPipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  try #require(unsafe pipe(&ends) == 0)
  return (ends[0], ends[1])
}

extension CompositeDelegate {
  /// A connection over a new socket, until the inspector is stopped. The inspector's clock stands still.
  func connected(_ clock: MonotonicClock) async throws -> (connection: LineConnection, inspector: Inspector) {
    let folder = SocketFolder(path: "/tmp/rollcall-test-\(UInt64.random(in: 0 ... .max))")
    let inspector = try startInspector(allowing: .control, in: folder, clock: ManualClock().monotonic)
    let path = inspector.path
    // The main actor must be free to answer.
    let connection = try await Task.detached {
      try LineConnection(
        attachingTo: InspectorSocket.connect(to: path), LineConnection.greeting(as: .control), patience: .seconds(60),
        clock: clock
      ) {}
    }.value
    try FileManager.default.removeItem(atPath: folder.path)
    return (connection, inspector)
  }
}

/// Short forms of the messages.
extension Action {
  static func entries(_ entries: [AnyEntry]) -> Action { .message(.entries(entries)) }
  static func events(_ events: [EventDescription]) -> Action { .message(.events(events)) }
  static func running(_ handler: RunningHandler?) -> Action { .message(.running(handler)) }
  static func contact(_ contact: Contact) -> Action { .message(.contact(contact)) }
  static func attached(_ hello: Hello) -> Action { .message(.hello(hello)) }
  static func role(_ role: InspectionRole) -> Action { .message(.role(role)) }
  static func prologue(_ prologue: Prologue) -> Action { .message(.prologue(prologue)) }
  static let disconnected = Action.message(.bye)
}

extension ApplicationModel {
  /// The model without the facts that only inspectors in other processes get: the process, and the sender of each
  /// request.
  var anonymous: ApplicationModel {
    var model = self
    (model.source.process, model.source.session) = (nil, nil)
    return model
  }
}

extension DashboardRuntime {
  /// A dashboard over a connection, on a screen of a common size. It reads all entries on request.
  convenience init(for connection: any InspectionConnection) {
    self.init(
      DashboardSubject(connection: connection), size: Size(width: 120, height: 40), pace: .init(batch: 64), wake: {})
  }

  /// The screen as it is now.
  func screen() -> [String] {
    update(.tick)
    var canvas = Canvas(size: Size(width: 120, height: 40))
    state.draw(on: &canvas)
    return canvas.lines()
  }
}

/// Services that write no files and run no experiments.
final class TestServices: DashboardServing {
  let capabilities: Capabilities
  private let status = Locked<RecordingStatus?>(nil)

  init(capabilities: Capabilities) { self.capabilities = capabilities }

  var recordingStatus: RecordingStatus? { status.withLock(\.self) }

  func begin(_ effect: Effect, report: @escaping DashboardServices.Report) -> String? {
    switch effect {
    case .record(let path):
      status.withLock { $0 = RecordingStatus(path: path ?? "Storefront-20261121-160000.rollcall") }
    case .stopRecording: endRecording(entries: 1_234, bytes: 345_678)
    case .run: return nil
    default: break
    }
    report(.reply(.started, to: nil))
    report(.reply(.finished(problem: nil), to: nil))
    return nil
  }

  func end(unless kept: Recording?) -> Bool { false }

  func endRecording(entries: UInt64, bytes: UInt64, dropped: UInt64 = 0, problem: String? = nil) {
    guard var ended = recordingStatus else { return }
    (ended.isRunning, ended.entries, ended.bytes) = (false, entries, bytes)
    (ended.dropped, ended.problem) = (dropped, problem)
    status.withLock { $0 = ended }
  }
}

/// An agent's connection that numbers dispatches from 117. Their real numbers depend on the tests that ran before or
/// run in parallel.
final class NumberedConnection: InspectionConnection {
  private let agent: InspectionAgent
  private let numbers = Locked<[DispatchID: DispatchID]>([:])
  /// The handler that the dashboard sees as not returning.
  let hanging = Locked<RunningHandler?>(nil)
  let hello: Hello

  init(_ agent: InspectionAgent) {
    self.agent = agent
    var hello = agent.hello
    hello.startedNanoseconds = 81_600 * 1_000_000_000
    self.hello = hello
  }

  var now: UInt64 { agent.now }

  var backlog: Backlog { agent.backlog }

  func send(_ request: InspectionRequest) { agent.send(request) }

  func close() { agent.close() }

  func receive(limit: Int) -> [InspectionMessage] {
    agent.receive(limit: limit).map { message in
      switch message {
      case .entries(let entries, let first): .entries(entries.map(renumbered), from: first)
      case .prologue(var prologue):
        {
          prologue.entries = prologue.entries.map(renumbered)
          return .prologue(prologue)
        }()
      case .running(let running): .running(running ?? hanging.withLock(\.self))
      default: message
      }
    }
  }

  private func number(_ id: DispatchID) -> DispatchID {
    if id == 0 { return 0 }
    return numbers.withLock { numbers in
      if let number = numbers[id] { return number }
      let number = DispatchID(rawValue: UInt64(117 + numbers.count))
      numbers[id] = number
      return number
    }
  }

  private func renumbered(_ entry: AnyEntry) -> AnyEntry {
    switch entry {
    case .dispatch(var dispatch):
      dispatch.details.parent = dispatch.parent.map(number)
      dispatch.details.follows = dispatch.follows.map(number)
      dispatch.id = number(dispatch.id)
      return .dispatch(dispatch)
    case .owned(var owned):
      owned.dispatch = owned.dispatch.map(number)
      return .owned(owned)
    case .released(var released):
      released.aliveAfter = released.aliveAfter.map(number)
      released.deadAfter = released.deadAfter.map(number)
      return .released(released)
    case .owner(var owner):
      owner.aliveAfter = owner.aliveAfter.map(number)
      owner.deadAfter = owner.deadAfter.map(number)
      return .owner(owner)
    case .running(var running):
      running.dispatch = running.dispatch.map(number)
      return .running(running)
    case .warning(var warning):
      warning.dispatch = warning.dispatch.map(number)
      return .warning(warning)
    default:
      return entry
    }
  }
}
