import Dispatch
import ModuleLifecycle
import RollcallEventArguments

/// Why a command is rejected at once, in one sentence.
struct Refusal: Error {
  let reason: String
}

/// Reports the progress and result of one request.
struct Report: Sendable {
  let request: UInt64
  let command: Command
  let agent: InspectionAgent

  func callAsFunction(_ answer: Reply.Answer) {
    if case .accepted = answer { agent.note(command, .accepted) }
    if case .finished(let problem?) = answer { agent.note(command, .failed, problem) }
    agent.tell(Reply(id: request, answer: answer))
  }
}

/// Where an agent schedules its work; replaced in tests.
package struct AgentSurroundings: Sendable {
  package typealias Turn = @MainActor @Sendable () -> Void

  /// Schedules work on the main actor, after a delay in nanoseconds.
  package var onMain: @Sendable (_ delay: UInt64, @escaping Turn) -> Void
  /// Schedules the next slice of a long task on the main actor, after everything that is already waiting.
  package var slice: @Sendable (@escaping Turn) -> Void

  package init(
    onMain: @escaping @Sendable (_ delay: UInt64, @escaping Turn) -> Void,
    slice: @escaping @Sendable (@escaping Turn) -> Void
  ) {
    (self.onMain, self.slice) = (onMain, slice)
  }

  package static let real = AgentSurroundings(
    onMain: { delay, turn in
      let run: @Sendable () -> Void = { MainActor.assumeIsolated { turn() } }
      guard delay > 0 else { return DispatchQueue.main.async(execute: run) }
      DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: delay)), execute: run)
    },
    slice: { turn in DispatchQueue.main.async { MainActor.assumeIsolated { turn() } } })
}

extension InspectionAgent {
  /// Why a command can no longer be carried out.
  package static let hasGone = "The composite no longer exists."

  /// Checks a command and schedules it if it is valid.
  func perform(_ command: Command, _ report: Report, _ catalog: EventCatalog) throws(Refusal) {
    let event: (any LifecycleEvent)?
    do {
      event = try Self.event(of: command, in: catalog)
    } catch {
      throw Refusal(reason: error.description)
    }
    switch command {
    case .fireRepeatedly(let name, _, let times, let relaunching):
      guard let event else { return }
      guard (1...Command.mostTimes).contains(times) else {
        throw Refusal(reason: "An event can be fired from 1 to \(Command.mostTimes) times, not \(times).")
      }
      guard repetition.begin(name, for: ObjectIdentifier(self)) else { throw Refusal(reason: repetition.refusal) }
      report(.accepted)
      onMain(report) { composite in
        self.begin(event, times: times, relaunching: relaunching, on: composite, report)
      }
    case .stopRepeating:
      // Not queued: other work may be waiting between two slices.
      if role == .control { repetition.stop() } else { repetition.stop(for: ObjectIdentifier(self)) }
      for answer in [Reply.Answer.accepted, .started, .finished(problem: nil)] { report(answer) }
    default:
      report(.accepted)
      onMain(report) { composite in
        do {
          try Self.carryOut(command, event: event, on: composite)
          report(.finished(problem: nil))
        } catch {
          report(.finished(problem: String(describing: error)))
        }
      }
    }
  }

  /// Schedules work with the composite, if it still exists.
  private func onMain(
    _ report: Report, _ body: @escaping @MainActor @Sendable (CompositeDelegate) -> Void
  ) {
    surroundings.onMain(0) { [self] in
      report(.started)
      if let composite = inspected.composite { return body(composite) }
      repetition.end()
      report(.finished(problem: Self.hasGone))
    }
  }

  /// Returns the event that a command sends, after checking its arguments.
  private static func event(
    of command: Command, in catalog: EventCatalog
  ) throws(EventCatalogError) -> (any LifecycleEvent)? {
    switch command {
    case .fire(let name, let arguments), .fireRepeatedly(let name, let arguments, _, _):
      try catalog.event(named: name, arguments: arguments)
    case .relaunch(let arguments): try catalog.event(named: DidFinishLaunching.name, arguments: arguments)
    case .remove, .restore, .switchOn, .switchOff, .move, .sendMissedEvents, .cancel, .stopRepeating: nil
    }
  }

  @MainActor private static func carryOut(
    _ command: Command, event: (any LifecycleEvent)?, on composite: CompositeDelegate
  ) throws {
    switch command {
    case .fire, .fireRepeatedly, .stopRepeating: break
    case .remove(let id): try composite.remove(id)
    case .restore(let id): try composite.restore(id)
    case .switchOn(let id): try composite.set(id, isOn: true)
    case .switchOff(let id): try composite.set(id, isOn: false)
    case .move(let id, let place): try composite.move(id, to: place)
    case .sendMissedEvents(let id): try composite.sendMissedEvents(to: id)
    case .cancel(let object): if !composite.cancel(object) { throw AlreadyCleaned() }
    case .relaunch: try composite.recreateModules()
    }
    // Enqueued: the event waits for dispatches whose handlers have yet to answer.
    func fire(_ event: some LifecycleEvent) { composite.enqueue(fired: event) }
    if let event { fire(event) }
  }

  @MainActor private func begin(
    _ event: any LifecycleEvent, times: Int, relaunching: Bool, on composite: CompositeDelegate, _ report: Report
  ) {
    let (journal, repetition, surroundings) = (journal, repetition, surroundings)
    func open<Event: LifecycleEvent>(_ event: Event) {
      Repeater(
        event, times: times, relaunching: relaunching, on: composite,
        .init(
          now: { journal.now },
          later: { surroundings.slice($0) },
          isStopped: { repetition.isStopped },
          progress: { report(.repeating(done: $0)) },
          end: { summary, problem in
            repetition.end()
            report(.repeated(summary))
            report(.finished(problem: problem))
          })
      ).begin()
    }
    open(event)
  }
}

/// The object was cleaned before the command's turn came.
private struct AlreadyCleaned: Error, CustomStringConvertible {
  let description = "It has already been cleaned."
}
