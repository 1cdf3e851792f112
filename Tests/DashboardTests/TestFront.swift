import Foundation
import Inspection
import ModuleLifecycleTesting
import Recordings
import TerminalUI
import Testing

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// A dashboard's front without a terminal: writes down what it is to do, and what the state has taken in.
final class TestFront: DashboardFront {
  private(set) var hasQuit = false
  /// How many effects keys and clicks have had, apart from questions.
  private(set) var effectCount = 0
  /// What went to the clipboard last.
  private(set) var copied: String?
  /// What was said to lines that were typed, where there is no screen.
  private(set) var said: [String] = []
  private(set) var complaints: [String] = []
  /// The experiments that were to be run, in order.
  private(set) var experimentsRun: [String] = []
  /// All that the journal has said, as it was taken in.
  private(set) var entries: [JournalEntry] = []

  func took(_ action: Action) { if case .entries(let new) = action { entries += new } }

  func perform(_ effect: Effect) {
    switch effect {
    case .check: return
    case .quit: hasQuit = true
    case .say(let lines): said += lines
    case .complain(let problem): complaints.append(problem)
    case .copy(let text): copied = text
    case .run(let experiment): experimentsRun.append(experiment)
    case .perform, .playback, .locate, .record, .stopRecording, .export, .askForControl: break
    }
    effectCount += 1
  }
}

/// Two descriptors: what is written to the one can be read from the other.
func testPipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  try #require(unsafe pipe(&ends) == 0)
  return (ends[0], ends[1])
}

extension CompositeDelegate {
  /// A connection over a socket of its own, until the inspector is stopped. For that time stands still.
  func connected(_ clock: MonotonicClock) async throws -> (connection: LineConnection, inspector: Inspector) {
    let folder = SocketFolder(path: "/tmp/rollcall-test-\(UInt64.random(in: 0 ... .max))")
    let inspector = try startInspector(allowing: .control, in: folder, clock: ManualClock().monotonic)
    let path = inspector.path
    // The main actor is to answer meanwhile.
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

extension ApplicationModel {
  /// Without what only inspectors in other processes are told: which process it is, and who asked for what.
  var anonymous: ApplicationModel {
    var model = self
    (model.source.process, model.source.session) = (nil, nil)
    return model
  }
}

extension DashboardRuntime {
  /// A dashboard of a connection, on a screen of a usual size. It takes in all that there is when it is told to.
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

/// Services that write no file and run nothing.
final class TestServices: DashboardServing {
  let offers: Offers
  private let status = Locked<RecordingStatus?>(nil)

  init(offers: Offers) { self.offers = offers }

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

  func end(unless kept: Recording?) {}

  func endRecording(entries: UInt64, bytes: UInt64, dropped: UInt64 = 0, problem: String? = nil) {
    guard var ended = recordingStatus else { return }
    (ended.isRunning, ended.entries, ended.bytes) = (false, entries, bytes)
    (ended.dropped, ended.problem) = (dropped, problem)
    status.withLock { $0 = ended }
  }
}

/// An agent's connection whose dispatches are numbered from 117, because their real numbers depend on what other tests run
/// beside this one.
final class NumberedConnection: InspectionConnection {
  private let agent: InspectionAgent
  private let numbers = Locked<[UInt64: UInt64]>([:])
  /// A handler that does not return, for all that the dashboard knows.
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

  private func number(_ id: UInt64) -> UInt64 {
    if id == 0 { return 0 }
    return numbers.withLock { numbers in
      if let number = numbers[id] { return number }
      let number = UInt64(117 + numbers.count)
      numbers[id] = number
      return number
    }
  }

  private func renumbered(_ entry: JournalEntry) -> JournalEntry {
    switch entry {
    case .dispatch(var dispatch):
      dispatch.parent = dispatch.parent.map(number)
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
