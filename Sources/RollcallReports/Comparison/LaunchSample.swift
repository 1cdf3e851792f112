package import ModuleLifecycle
import RollcallLaunches
package import RollcallRecordings

/// The data of one launch of one process that a comparison uses.
package struct LaunchSample: Sendable, Equatable {
  /// A time, with its kinds.
  package struct Time: Sendable, Equatable {
    package var nanoseconds: UInt64
    /// `nil` if the kinds were not measured.
    package var breakdown: TimeBreakdown?

    package init(nanoseconds: UInt64, breakdown: TimeBreakdown? = nil) {
      (self.nanoseconds, self.breakdown) = (nanoseconds, breakdown)
    }
  }

  /// The launch from the composite's creation on.
  package var whole: Time
  /// The time before that, within 10 ms; `nil` if it is not known.
  package var before: Time?
  /// Whether that time is part of the launch: no person fired it by hand.
  package var countsBefore = false
  /// Each module's own time, by name. The name of a module in a nested composite is prefixed with the composite's.
  package var modules: [String: Time] = [:]
  /// The modules' names in the order of the calls.
  package var order: [String] = []
  /// The times of the marks, from the composite's creation on.
  package var marks: [String: Time] = [:]
  /// The objects alive at the end, with their counts.
  package var alive: [String: Int] = [:]
  /// The warnings, with their counts.
  package var warnings: [String: Int] = [:]

  package init(whole: Time) { self.whole = whole }
}

/// Reads the first complete launch from a journal's entries.
package struct LaunchReader {
  private var finder: LaunchFinder
  private var launch: ApplicationLaunch?
  /// Each module's share of the launch.
  private var shares: [ApplicationLaunch.Share] = []
  private var modules: [ModuleID: (name: String, parent: ModuleID?)] = [:]
  private var alive: [String: Int] = [:]
  private var warnings: [String: Int] = [:]

  package init(_ header: JournalHeader) {
    finder = LaunchFinder(header.modules ?? [], process: header.processOfFirstLaunch)
    for module in header.modules ?? [] { modules[module.id] = (module.name, module.parent) }
  }

  package mutating func add(_ entry: AnyEntry) {
    if let found = finder.add(entry),
      launch.map({ $0.steps.first?.dispatch == found.steps.first?.dispatch || !$0.isComplete }) ?? true
    {
      launch = found
      // A mark does not change the shares.
      if case .mark = entry {} else { shares = finder.shares.values.sorted { $0.module.rawValue < $1.module.rawValue } }
    }
    switch entry {
    case .module(let module): modules[module.id] = (module.name, module.parent)
    case .alive(let entry):
      let object = entry.number == 0 ? "itself" : entry.name.isEmpty ? entry.kind : "\(entry.kind) \(entry.name)"
      alive["\(entry.owner): \(object)", default: 0] += 1
    case .warning(let warning):
      let subject = warning.module ?? warning.owner ?? warning.event
      warnings["\(warning.kind)\(subject.map { " of \($0)" } ?? "")", default: 0] += 1
    default: break
    }
  }

  /// The launch; `nil` if none was completed.
  package var sample: LaunchSample? {
    guard let launch, launch.isComplete else { return nil }
    let before = launch.countedBeforeNanoseconds
    let whole = LaunchSample.Time(nanoseconds: launch.totalNanoseconds.minus(before), breakdown: launch.breakdown)
    var sample = LaunchSample(whole: whole)
    sample.before = launch.beforeNanoseconds.map { LaunchSample.Time(nanoseconds: $0) }
    sample.countsBefore = before > 0
    for share in shares {
      let path = share.module.path { [modules] in modules[$0] }
      let name = path.isEmpty ? share.name : path
      sample.modules[name] = LaunchSample.Time(nanoseconds: share.nanoseconds, breakdown: share.breakdown)
      sample.order.append(name)
    }
    for mark in launch.marks {
      sample.marks[mark.name] = LaunchSample.Time(nanoseconds: mark.nanoseconds.minus(before))
    }
    (sample.alive, sample.warnings) = (alive, warnings)
    return sample
  }
}
