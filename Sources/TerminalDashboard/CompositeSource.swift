#if CommandLine
import Dashboard
import Dispatch
import EventArguments
import ModuleLifecycle
import Recordings

/// The composite of this process as a dashboard's source.
///
/// The dashboard asks on the terminal's thread; commands are carried out on the main actor, one after the other, and
/// wait there while a handler is at work.
final class CompositeSource: DashboardSource {
  private struct Events: Sendable {
    var catalog: EventCatalog
    var isNew = false
  }

  /// A prologue on its way.
  private struct Rejoining: Sendable {
    /// Whether the main actor has been asked for one.
    var isAskedFor = false
    /// The number of the entry that follows it; the reader waits there.
    var place: UInt64?
    /// `nil` until the main actor has answered.
    var prologue: Prologue?
  }

  let description: SourceDescription
  /// Whoever runs the dashboard keeps it alive. If the terminal's thread did, the modules might die there, after the
  /// main actor has gone.
  ///
  /// It may die before a command's turn comes: after the dashboard has ended. To be read on the main actor only, so that
  /// it can't die on another thread.
  weak let composite: CompositeDelegate?
  let journal: Journal
  private let slot: CurrentHandler
  private let reader: JournalReader
  /// How the application stood before the first entry that the journal still has; later, asked for when entries were
  /// dropped unread.
  private let rejoining: Locked<Rejoining>
  private let lab: LabBench
  let exports: ExportBench
  private let wake: @Sendable () -> Void
  private let desk: RecordingDesk
  private let events: Locked<Events>
  let repetition = RepetitionSlot()
  /// How fast to repeat.
  let pace: ReaderPace

  /// - Parameters:
  ///   - lab: Runs the delegate lab's experiments.
  ///   - recording: What is being recorded already.
  ///   - allowed: The warnings that are not announced, for those who will look at a recording.
  ///   - wake: Called on any thread when there is something new to see.
  @MainActor init(
    _ composite: CompositeDelegate, secondsFromUTC: Int, lab: LabBench = LabBench(), recording: Recording? = nil,
    allowed: AllowedWarnings = AllowedWarnings(), wake: @escaping @Sendable () -> Void
  ) {
    self.composite = composite
    self.lab = lab
    self.wake = wake
    desk = RecordingDesk(recording, allowed: allowed, wake: wake)
    journal = composite.journal
    exports = ExportBench(secondsFromUTC: secondsFromUTC)
    slot = composite.running
    events = Locked(Events(catalog: composite.catalog))
    reader = composite.journal.reader(wake: wake)
    pace = ReaderPace(reader)
    // A dashboard that is opened when entries have been forgotten begins as a recording does. Where the journal has them
    // all, they tell the rest, and the first frame shows the modules as they are.
    let hasForgotten = reader.next > 0
    let prologue =
      hasForgotten
      ? Prologue(of: journal, at: reader)
      : Prologue(modules: composite.modules, state: composite.state, launchedNanoseconds: nil, entries: [])
    rejoining = Locked(hasForgotten ? Rejoining(place: reader.next, prologue: prologue) : Rejoining())
    description = SourceDescription(
      application: composite.name,
      startedNanoseconds: composite.journal.header(application: composite.name).startedNanoseconds,
      secondsFromUTC: secondsFromUTC, modules: prologue.modules,
      events: composite.catalog.types.map(EventDescription.init), state: prologue.state,
      experiments: lab.descriptions, exports: ExportBench.descriptions, budgets: composite.budgets,
      launchedNanoseconds: prologue.launchedNanoseconds)
  }

  var running: RunningHandler? { slot.current }

  var now: UInt64 { journal.now }

  var recording: RecordingStatus? { desk.status }

  func run(experiment id: String, report: @escaping @Sendable (ExperimentProgress) -> Void) {
    lab.run(id, report: report)
  }

  func note(output line: String) { journal.note(output: line, by: slot.current) }

  func read(limit: Int) -> [JournalEntry] {
    let place = rejoining.withLock(\.place)
    let bound = min(limit, place.map { Int(clamping: $0.minus(reader.next)) } ?? limit)
    let entries = bound > 0 ? reader.read(limit: bound) : []
    pace.didRead()
    if entries.contains(where: \.bringsHandlers) { refreshEvents() }
    if case .gap = entries.first {
      rejoin()
      // There is more to read, and the reader has not said so.
      if bound < limit { wake() }
    }
    return entries
  }

  func takePrologue() -> Prologue? {
    let (prologue, isStale) = rejoining.withLock { rejoining -> (Prologue?, Bool) in
      guard let prologue = rejoining.prologue, let place = rejoining.place, place <= reader.next else {
        return (nil, false)
      }
      rejoining = Rejoining()
      return place == reader.next ? (prologue, false) : (nil, true)
    }
    if isStale { rejoin() }
    return prologue
  }

  /// Has the main actor say how the application stands, unless it has been asked already.
  private func rejoin() {
    let isAskedFor = rejoining.withLock { rejoining in
      defer { rejoining.isAskedFor = true }
      // What was said before these entries is out of date.
      if rejoining.prologue != nil { rejoining = Rejoining() }
      return rejoining.isAskedFor
    }
    if isAskedFor { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        let end = self.journal.reader(from: .next)
        self.rejoining.withLock { $0.place = end.next }
        let prologue = Prologue(of: self.journal, at: end)
        self.rejoining.withLock { $0.prologue = prologue }
        self.wake()
      }
    }
  }

  var backlog: Backlog {
    let (kept, dropped) = reader.backlog
    pace.didCount()
    return Backlog(kept: kept, dropped: dropped)
  }

  func takeNewEvents() -> [EventDescription]? {
    events.withLock { events in
      guard events.isNew else { return nil }
      events.isNew = false
      return events.catalog.types.map(EventDescription.init)
    }
  }

  func problems(with command: Command) -> [EventArgumentProblem] {
    guard let (event, arguments, _) = command.firing else { return [] }
    return events.withLock(\.catalog).problems(with: arguments, of: event)
  }

  func perform(_ command: Command, report: @escaping @Sendable (CommandProgress) -> Void) -> String? {
    let event: (any LifecycleEvent)?
    do {
      event = try Self.event(of: command, in: events.withLock(\.catalog))
    } catch {
      return error.description
    }
    switch command {
    case .fireRepeatedly(let name, _, let times, let relaunching):
      return event.flatMap { repeatedly($0, named: name, times: times, relaunching: relaunching, report) }
    case .stopRepeating:
      // Not in its turn: between two slices others may be waiting.
      stopRepeating()
      report(.started)
      report(.finished(problem: nil))
    case .stopRecording:
      // Nor this: a handler that does not return is worth having on the record.
      let recording = desk.announceStop()
      DispatchQueue.global().async { @Sendable [desk] in
        report(.started)
        if let recording { desk.stop(recording) }
        report(.finished(problem: nil))
      }
    case .export(let format, let path, let dispatch): return export(as: format, about: dispatch, to: path, report)
    default: perform(command, event, report)
    }
    return nil
  }

  /// Fires no more what is being fired repeatedly.
  func stopRepeating() { repetition.stop() }

  /// Ends what is being recorded, with everything that has happened. Safe on any thread.
  ///
  /// - Parameter kept: A recording that is somebody else's to end.
  func stopRecording(unless kept: Recording? = nil) { desk.stop(unless: kept) }

  /// Ends all files that are being written, before the process ends. Waits for the disk, but not for long. Safe on any
  /// thread.
  func endFiles() {
    desk.stop(withinSeconds: 1)
    endExports()
  }

  private func perform(
    _ command: Command, _ event: (any LifecycleEvent)?, _ report: @escaping @Sendable (CommandProgress) -> Void
  ) {
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        report(.started)
        guard let composite else { return report(.finished(problem: Self.hasGone)) }
        do {
          if case .record(let path) = command {
            try desk.begin(path, of: composite)
          } else {
            try Self.carryOut(command, event: event, on: composite)
          }
          report(.finished(problem: nil))
        } catch {
          report(.finished(problem: String(describing: error)))
        }
      }
    }
  }

  /// Why a command is not carried out any more.
  static let hasGone = "The composite has gone."

  /// The event that a command sends, checked before anything is done.
  static func event(of command: Command, in catalog: EventCatalog) throws(EventCatalogError) -> (any LifecycleEvent)? {
    switch command {
    case .fire(let name, let arguments), .fireRepeatedly(let name, let arguments, _, _):
      try catalog.event(named: name, arguments: arguments)
    case .relaunch(let arguments): try catalog.event(named: DidFinishLaunching.name, arguments: arguments)
    case .remove, .bringBack, .switchOn, .switchOff, .move, .catchUp, .cancel, .stopRepeating, .record,
      .stopRecording, .export:
      nil
    }
  }

  @MainActor static func carryOut(
    _ command: Command, event: (any LifecycleEvent)?, on composite: CompositeDelegate
  ) throws {
    switch command {
    case .fire, .fireRepeatedly, .stopRepeating, .record, .stopRecording, .export: break
    case .remove(let id): try composite.remove(id)
    case .bringBack(let id): try composite.bringBack(id)
    case .switchOn(let id): try composite.switchOn(id)
    case .switchOff(let id): try composite.switchOff(id)
    case .move(let id, let place): try composite.move(id, to: place)
    case .catchUp(let id): try composite.catchUp(id)
    case .cancel(let object): if !composite.cancel(object) { throw AlreadyCleaned() }
    case .relaunch: try composite.rebuild()
    }
    // Fired events wait for those whose handlers have yet to answer.
    if let event { composite.enqueue(any: event) }
  }

  /// A new module may handle events that nobody knew before.
  private func refreshEvents() {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let catalog = self.composite?.catalog else { return }
        let isNew = self.events.withLock { events in
          guard events.catalog.names != catalog.names else { return false }
          events = Events(catalog: catalog, isNew: true)
          return true
        }
        if isNew { self.wake() }
      }
    }
  }
}

extension Prologue {
  /// How the application stood before the entry that a reader reads next.
  @MainActor fileprivate init(of journal: Journal, at reader: JournalReader) {
    let beginning = RecordingPrologue(of: journal, from: reader, allowing: AllowedWarnings())
    self.init(
      modules: beginning.header.modules ?? [], state: beginning.header.state ?? .notRunning,
      launchedNanoseconds: beginning.header.launchedNanoseconds, entries: beginning.prologue)
  }
}

/// The object that a user acts on has gone in the meantime.
private struct AlreadyCleaned: Error, CustomStringConvertible {
  let description = "It has been cleaned already."
}

extension JournalEntry {
  fileprivate var bringsHandlers: Bool {
    guard case .module(let entry) = self else { return false }
    return [.registered, .broughtBack, .switchedOn].contains(entry.change)
  }
}
#endif
