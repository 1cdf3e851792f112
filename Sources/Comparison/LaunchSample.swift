import Launches
package import ModuleLifecycle
package import Recordings

/// What a comparison takes of one launch of one process.
package struct LaunchSample: Sendable, Equatable {
  /// One time, and what it was.
  package struct Time: Sendable, Equatable {
    package var nanoseconds: UInt64
    /// `nil` where that was not measured.
    package var kinds: TimeKinds?

    package init(nanoseconds: UInt64, kinds: TimeKinds? = nil) { (self.nanoseconds, self.kinds) = (nanoseconds, kinds) }
  }

  /// The whole launch.
  package var whole: Time
  /// What each module took by itself, by its name; that of a module in a nested composite has the composite's before it.
  package var modules: [String: Time] = [:]
  /// The same names in the order of the calls.
  package var order: [String] = []
  /// When the moments were that have names.
  package var marks: [String: Time] = [:]
  /// What was alive at the end, and how many of it.
  package var alive: [String: Int] = [:]
  /// The warnings, and how often each came.
  package var warnings: [String: Int] = [:]

  package init(whole: Time) { self.whole = whole }
}

/// Reads a launch from the entries of a journal: the first one that is complete.
package struct LaunchReader {
  private var finder: LaunchFinder
  private var launch: ApplicationLaunch?
  /// What each module took of it.
  private var shares: [ApplicationLaunch.Share] = []
  private var modules: [ModuleID: (name: String, parent: ModuleID?)] = [:]
  private var alive: [String: Int] = [:]
  private var warnings: [String: Int] = [:]

  /// - Parameter header: The recording's.
  package init(_ header: JournalHeader) {
    finder = LaunchFinder(header.modules ?? [])
    for module in header.modules ?? [] { modules[module.id] = (module.name, module.parent) }
  }

  /// Takes in the next entry.
  package mutating func add(_ entry: JournalEntry) {
    if let found = finder.add(entry),
      launch.map({ $0.steps.first?.dispatch == found.steps.first?.dispatch || !$0.isComplete }) ?? true
    {
      launch = found
      // A mark changes nothing in them.
      if case .dispatch = entry { shares = finder.shares.values.sorted { $0.module.rawValue < $1.module.rawValue } }
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

  /// The launch; `nil` where there was none that came to its end.
  package var sample: LaunchSample? {
    guard let launch, launch.isComplete else { return nil }
    var sample = LaunchSample(whole: LaunchSample.Time(nanoseconds: launch.totalNanoseconds, kinds: launch.kinds))
    for share in shares {
      let name = path(of: share.module, named: share.name)
      sample.modules[name] = LaunchSample.Time(nanoseconds: share.nanoseconds, kinds: share.kinds)
      sample.order.append(name)
    }
    for mark in launch.marks { sample.marks[mark.name] = LaunchSample.Time(nanoseconds: mark.nanoseconds) }
    (sample.alive, sample.warnings) = (alive, warnings)
    return sample
  }

  private func path(of module: ModuleID, named name: String) -> String {
    var (path, outer, depth) = (name, modules[module]?.parent, 0)
    // What a file says may go round in circles.
    while let id = outer, let module = modules[id], depth < 16 {
      path = "\(module.name)/\(path)"
      (outer, depth) = (module.parent, depth + 1)
    }
    return path
  }
}
