#if CommandLine
import DequeModule
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

/// How an application stands at one moment, as one object for programs. Its keys stay: later versions only add some.
///
/// Objects and owners have the keys of the recording format.
struct ApplicationSnapshot: LineCoded {
  /// The most objects that are listed; the others are only counted.
  static let mostObjects = 1_000

  var application = "", version: String?
  /// The number of entries that were dropped unread.
  var dropped: UInt64 = 0
  var executable: String?
  /// Whether the main actor did not answer. The rest is what is known without it.
  var hangs = false
  var held: [HeldLine] = []
  /// The duration of the latest launch; `nil` if it was not seen.
  var launch: UInt64?
  var launched: UInt64?
  var modules: [ModuleLine] = []
  var now: UInt64 = 0
  var objects: [OwnedEntry] = []
  var objectsAlive = 0
  var overdue: [OverdueLine] = []
  /// Whether the modules and the state are only those that the entries report.
  var isPending = false
  var process: Int?
  var running: RunningLine?
  var session: String?
  var started: UInt64 = 0
  var state = ApplicationState.notRunning
  var warnings: [WarningLine] = []
  var warningCount = 0

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var type = "snapshot"
    try fields.optional("app_version", &version)
    try fields.field("application", &application)
    try fields.field("dropped", &dropped)
    try fields.optional("executable", &executable)
    try fields.field("hangs", &hangs)
    try fields.field("held", &held)
    try fields.optional("launch_ns", &launch)
    try fields.optional("launched_ns", &launched)
    try fields.field("modules", &modules)
    try fields.field("now_ns", &now)
    try fields.field("objects", &objects)
    try fields.field("objects_alive", &objectsAlive)
    try fields.field("overdue", &overdue)
    try fields.field("pending", &isPending)
    try fields.optional("pid", &process)
    try fields.optional("running", &running)
    try fields.optional("session", &session)
    try fields.field("started_ns", &started)
    try fields.field("state", &state)
    try fields.field("type", &type)
    try fields.field("warnings", &warnings)
    try fields.field("warnings_count", &warningCount)
  }

  /// A module and its times. Of the handlers' times, those are counted that the journal still has.
  struct ModuleLine: LineCoded {
    var status = ModuleStatus()
    var calls = 0
    /// The handlers' own times: of the last call, of the longest, and of all.
    var last: UInt64?, longest: UInt64?, total: UInt64 = 0
    /// Its share of the latest launch: its creation and its handlers; `nil` if it had none, or that was not seen.
    var launch: UInt64?
    /// The number of its live objects.
    var objects = 0

    mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
      try fields.field("calls", &calls)
      try fields.optional("created_ns", &status.createdNanoseconds)
      try fields.optional("creation_ns", &status.creationNanoseconds)
      try fields.field("id", &status.id)
      try fields.optional("last_ns", &last)
      try fields.optional("launch_ns", &launch)
      try fields.optional("longest_ns", &longest)
      try fields.field("main", &status.isMain)
      try fields.field("name", &status.name)
      try fields.field("objects", &objects)
      try fields.field("on", &status.isOn)
      try fields.field("order", &status.order)
      try fields.optional("owner_id", &status.owner)
      try fields.optional("parent", &status.parent)
      try fields.field("present", &status.isPresent)
      try fields.optional("stage", &status.stage)
      try fields.optional("stage_ns", &status.stageNanoseconds)
      try fields.field("total_ns", &total)
    }
  }

  /// An owner that should be gone.
  struct OverdueLine: LineCoded {
    var hints: [HolderHint] = []
    /// The overdue owner that explains why this one is overdue.
    var mutedBy: String?
    var name = ""
    var objects: [OwnedEntry] = []
    var objectsAlive = 0
    var owner = OwnerID(rawValue: 0)
    /// When it was removed, or first expected to be freed.
    var since: UInt64?

    mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
      try fields.field("hints", &hints)
      try fields.optional("muted_by", &mutedBy)
      try fields.field("name", &name)
      try fields.field("objects", &objects)
      try fields.field("objects_alive", &objectsAlive)
      try fields.field("owner_id", &owner)
      try fields.optional("since_ns", &since)
    }
  }

  /// An event that waits for a module that is starting.
  struct HeldLine: LineCoded {
    var dispatch = DispatchID(rawValue: 0)
    var event = "", module = "", moduleID = ModuleID(rawValue: 0)
    var since: UInt64 = 0

    mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
      try fields.field("dispatch", &dispatch)
      try fields.field("event", &event)
      try fields.field("module", &module)
      try fields.field("module_id", &moduleID)
      try fields.field("since_ns", &since)
    }
  }

  /// The handler that is running.
  struct RunningLine: LineCoded {
    var event = "", module = "", moduleID: ModuleID?
    var since: UInt64 = 0

    mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
      try fields.field("event", &event)
      try fields.field("module", &module)
      try fields.optional("module_id", &moduleID)
      try fields.field("since_ns", &since)
    }
  }

  /// Warnings with the same content.
  struct WarningLine: LineCoded {
    var times = 0
    var warning = WarningEntry()

    mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
      try fields.field("times", &times)
      try fields.field("warning", &warning)
    }
  }
}

extension ApplicationModel {
  /// Returns how the application stands, as a line of JSON without its line break; see `ApplicationSnapshot`. Visits
  /// each kept span and each live object.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds since the journal's start.
  ///   - hangs: Whether the main actor did not answer.
  package func snapshot(now: UInt64, hangs: Bool) -> String {
    JournalLine.encode(object: ApplicationSnapshot(self, now: now, hangs: hangs))
  }
}

extension ApplicationSnapshot {
  init(_ model: ApplicationModel, now: UInt64, hangs: Bool) {
    let source = model.source
    (application, session, started) = (source.application, source.session, source.startedNanoseconds)
    (process, executable, version) = (source.process?.id, source.process?.executable, source.process?.version)
    (self.now, self.hangs, isPending, dropped) = (now, hangs, model.isPending, model.droppedEntries)
    (state, launched, launch) = (model.state, model.launchedAt, model.latestLaunch?.totalNanoseconds)
    modules = Self.modules(of: model)
    let live = model.ownership.owners.values.flatMap(\.live.values).sorted { $0.object.id < $1.object.id }
    (objects, objectsAlive) = (Array(live.prefix(Self.mostObjects)), live.count)
    overdue = model.ownership.overdueOwners.compactMap { model.ownership.owners[$0] }.map { owner in
      let open = owner.newestFirst.filter(owner.isOverdue).compactMap(\.owned)
      return OverdueLine(
        hints: owner.hints, mutedBy: owner.mutedBy, name: owner.name, objects: Array(open.prefix(Self.mostObjects)),
        objectsAlive: open.count, owner: owner.id, since: owner.removedAt)
    }
    held = model.modules.rows.flatMap { row in
      model.held.waiting(for: row.id).map {
        HeldLine(dispatch: $0.dispatch, event: $0.event, module: row.name, moduleID: row.id, since: $0.since)
      }
    }
    running = model.running.map {
      RunningLine(event: $0.event, module: $0.module, moduleID: $0.moduleID, since: $0.sinceNanoseconds)
    }
    warnings = model.warnings.groups.flatMap { $0.items.map { WarningLine(times: $0.count, warning: $0.entry) } }
      .sorted { $0.warning.atNanoseconds < $1.warning.atNanoseconds }
    warningCount = model.warnings.count
  }

  private static func modules(of model: ApplicationModel) -> [ModuleLine] {
    var lines = model.modules.rows.map { row in
      ModuleLine(
        status: row, launch: model.launchShares[row.id]?.nanoseconds,
        objects: model.owner(of: row)?.live.count ?? 0)
    }
    let places = Dictionary(lines.indices.map { (lines[$0].status.id, $0) }, uniquingKeysWith: { one, _ in one })
    for dispatch in model.history.dispatches {
      for (span, time) in zip(dispatch.handlers, dispatch.ownTimes) where span.part == nil && span.wasCalled {
        guard let place = places[span.moduleID] else { continue }
        lines[place].calls += 1
        lines[place].last = time
        lines[place].longest = max(lines[place].longest ?? 0, time)
        lines[place].total = lines[place].total.plus(time)
      }
    }
    return lines
  }
}
#endif
