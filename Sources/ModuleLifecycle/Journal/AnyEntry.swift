/// An entry of any kind. Its value is a reference and the case's tag, which are cheap to move. Each `at` counts from
/// the journal's start; the other times are durations.
package enum AnyEntry: Sendable, Equatable {
  /// An event was delivered to the modules.
  indirect case dispatch(DispatchEntry)
  /// A handler answered when its answer was no longer awaited.
  indirect case completion(CompletionEntry)
  /// A module changed: it was registered, removed, brought back or freed, for example.
  indirect case module(ModuleEntry)
  /// An owner acquired an object.
  indirect case owned(OwnedEntry)
  /// The asynchronous cleanup of an owned object began.
  indirect case releasing(ReleasingEntry)
  /// An owned object was cleaned.
  indirect case released(ReleasedEntry)
  /// A module or another owner that should have been freed is still alive.
  indirect case overdue(OverdueEntry)
  /// An owner that is not a module is expected to go, or has gone.
  indirect case owner(OwnerEntry)
  /// An object was still alive when the application ended.
  indirect case alive(AliveEntry)
  /// A handler has passed a time threshold and is still running.
  indirect case running(RunningEntry)
  /// The application's state changed without an event.
  indirect case state(StateEntry)
  /// A module printed a line.
  indirect case output(OutputEntry)
  /// The application reached a moment that its author named.
  indirect case mark(MarkEntry)
  /// A module or other code looked up a module.
  indirect case lookUp(LookUpEntry)
  /// The process stood still for a while.
  indirect case stopped(StoppedEntry)
  /// The journal warns the application's author about something.
  indirect case warning(WarningEntry)
  /// An inspector in another process made a request.
  indirect case request(RequestEntry)
  /// The journal was switched off or on.
  indirect case journal(JournalSwitchEntry)
  // Not indirect: next to a number, references have no room for the case's tag. Leak checkers find only whole references.
  /// Entries were dropped before they could be read.
  case gap(GapEntry)
}

extension AnyEntry {
  /// The entry's `type` in the journal's format.
  package var type: String {
    switch self {
    case .dispatch: "dispatch"
    case .completion: "completion"
    case .module: "module"
    case .owned: "owned"
    case .releasing: "releasing"
    case .released: "released"
    case .overdue: "overdue"
    case .owner: "owner"
    case .alive: "alive"
    case .running: "running"
    case .state: "state"
    case .output: "output"
    case .mark: "mark"
    case .lookUp: "lookup"
    case .stopped: "stopped"
    case .warning: "warning"
    case .request: "request"
    case .journal: "journal"
    case .gap: "gap"
    }
  }
}

extension AnyEntry {
  package var dispatch: DispatchEntry? { if case .dispatch(let entry) = self { entry } else { nil } }
  package var module: ModuleEntry? { if case .module(let entry) = self { entry } else { nil } }
  package var owned: OwnedEntry? { if case .owned(let entry) = self { entry } else { nil } }
  package var releasing: ReleasingEntry? { if case .releasing(let entry) = self { entry } else { nil } }
  package var released: ReleasedEntry? { if case .released(let entry) = self { entry } else { nil } }
  package var overdue: OverdueEntry? { if case .overdue(let entry) = self { entry } else { nil } }
  package var output: OutputEntry? { if case .output(let entry) = self { entry } else { nil } }
  package var warning: WarningEntry? { if case .warning(let entry) = self { entry } else { nil } }
}

/// A word of the journal's format, from a list that later versions can extend.
package protocol RecordedWord: Hashable, Sendable {
  var rawValue: String { get }
  init(rawValue: String)
}

extension AnyEntry {
  /// When the entry was written, since the journal's start; `nil` for a gap, which has no time.
  ///
  /// For an entry with the time of its beginning, this is that time plus the duration. A sum that is too large
  /// saturates at the largest number.
  package var written: Duration? { writtenNanoseconds.map { .nanoseconds($0) } }
  package var writtenNanoseconds: UInt64? {
    switch self {
    case .dispatch(let entry): Self.end(entry.atNanoseconds, entry.totalNanoseconds)
    case .completion(let entry): entry.atNanoseconds
    // A `freed` entry has the time at which that was noticed, and the duration since the removal.
    case .module(let entry):
      entry.change == .freed ? entry.atNanoseconds : Self.end(entry.atNanoseconds, entry.tookNanoseconds ?? 0)
    case .owned(let entry): entry.atNanoseconds
    case .releasing(let entry): entry.atNanoseconds
    case .released(let entry): Self.end(entry.atNanoseconds, entry.cleanupNanoseconds)
    case .overdue(let entry): entry.atNanoseconds
    case .owner(let entry): entry.atNanoseconds
    case .alive(let entry): entry.atNanoseconds
    case .running(let entry): entry.atNanoseconds
    case .state(let entry): entry.atNanoseconds
    case .output(let entry): entry.atNanoseconds
    case .mark(let entry): entry.atNanoseconds
    case .lookUp(let entry): entry.atNanoseconds
    case .stopped(let entry): Self.end(entry.atNanoseconds, entry.tookNanoseconds)
    case .warning(let entry): entry.atNanoseconds
    case .request(let entry): entry.atNanoseconds
    case .journal(let entry): entry.atNanoseconds
    case .gap: nil
    }
  }

  private static func end(_ start: UInt64, _ duration: UInt64) -> UInt64 {
    let (end, overflows) = start.addingReportingOverflow(duration)
    return overflows ? .max : end
  }
}

extension AnyEntry {
  /// An estimate of the memory that the entry keeps, in bytes: the case's box, and what it refers to.
  var bytes: Int {
    switch self {
    case .dispatch(let entry): entry.bytes
    case .completion(let entry): Self.box(of: entry) + MemoryEstimate.of(entry.value)
    case .warning(let entry): Self.box(of: entry) + entry.bytes
    case .output(let entry): Self.box(of: entry) + entry.line.outsideBytes
    case .mark(let entry): Self.box(of: entry) + entry.name.outsideBytes + MemoryEstimate.of(entry.module)
    case .lookUp(let entry): Self.box(of: entry) + entry.module.outsideBytes + MemoryEstimate.of(entry.by)
    case .module(let entry):
      Self.box(of: entry) + MemoryEstimate.of(entry.handles) + MemoryEstimate.of(entry.after)
        + MemoryEstimate.of(entry.error) + entry.name.outsideBytes
    // An object keeps its name until it is released.
    case .owned(let entry): Self.box(of: entry) + (entry.detail?.outsideBytes ?? 0)
    case .releasing(let entry): Self.box(of: entry)
    case .released(let entry): Self.box(of: entry) + entry.object.name.outsideBytes
    case .alive(let entry): Self.box(of: entry) + entry.owner.outsideBytes + entry.name.outsideBytes
    case .owner(let entry): Self.box(of: entry) + entry.name.outsideBytes
    case .overdue(let entry): Self.box(of: entry) + MemoryEstimate.of(entry.hints)
    case .request(let entry): Self.box(of: entry) + entry.bytes
    case .running(let entry): Self.box(of: entry)
    case .state(let entry): Self.box(of: entry)
    case .stopped(let entry): Self.box(of: entry)
    case .journal(let entry): Self.box(of: entry)
    case .gap: 0
    }
  }

  fileprivate static func box<Entry>(of entry: Entry) -> Int { MemoryEstimate.object(MemoryLayout<Entry>.size) }
}

extension DispatchEntry {
  /// An estimate of its memory, in bytes, as if it shared nothing with other entries.
  package var bytes: Int {
    Self.bytes(recordedArguments.bytes, handlers, box) + HandlerSpans.bytes(of: handlers.labels)
  }

  /// The memory of an entry without its handlers' labels.
  static func bytes(_ arguments: Int, _ handlers: HandlerSpans, _ box: Box) -> Int {
    let bytes = MemoryEstimate.object(MemoryLayout<Self>.size) + arguments + handlers.bytes
    guard case .details(let details) = box else { return bytes }
    return bytes + MemoryEstimate.object(MemoryLayout<Details>.size) + details.recordedResponse.bytes
  }
}

extension RequestEntry {
  fileprivate var bytes: Int {
    MemoryEstimate.of(event) + MemoryEstimate.of(claimedName) + MemoryEstimate.of(reason) + MemoryEstimate.of(arguments)
  }
}

extension WarningEntry {
  fileprivate var bytes: Int {
    let texts = [message, module, event, owner, error, innerEvent, reference?.name, reference?.type]
    return texts.reduce(0) { $0 + ($1?.outsideBytes ?? 0) } + MemoryEstimate.of(events) + MemoryEstimate.of(objects)
      + MemoryEstimate.of(handlers) + MemoryEstimate.of(hint)
  }
}

/// Empty entries, for readers to fill in.
extension DispatchEntry { package init() { self.init(atNanoseconds: 0) } }
extension CompletionEntry { package init() { self.init(atNanoseconds: 0) } }
extension ModuleEntry { package init() { self.init(atNanoseconds: 0) } }
extension OverdueEntry { package init() { self.init(atNanoseconds: 0) } }
extension OwnerEntry { package init() { self.init(atNanoseconds: 0) } }
extension AliveEntry { package init() { self.init(atNanoseconds: 0) } }
extension StateEntry { package init() { self.init(atNanoseconds: 0) } }
extension JournalSwitchEntry { package init() { self.init(atNanoseconds: 0) } }
extension OutputEntry { package init() { self.init(atNanoseconds: 0) } }
extension MarkEntry { package init() { self.init(atNanoseconds: 0) } }
extension LookUpEntry { package init() { self.init(atNanoseconds: 0) } }
extension StoppedEntry { package init() { self.init(atNanoseconds: 0) } }
extension HandlerSpan { package init() { self.init(module: "") } }
extension HolderHint { package init() { self.init(holder: "") } }
extension RunningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry.Handler { package init() { self.init(module: "") } }
extension WarningEntry.DanglingReference { package init() { self.init(name: "") } }
