#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

/// What happened to modules, in words.
extension ApplicationModel {
  /// A notable change as a sentence. That about a fired event ends without a full stop.
  func sentence(about change: NotableChange) -> String {
    switch change {
    case .dispatched(let id):
      guard let dispatch = history.latest, dispatch.id == id else { return "#\(id)" }
      return dispatch.summary + (history.launch(of: id).map(Self.clause) ?? "")
    case .removed(let id): return ownership.owners[id]?.removal ?? "Removed."
    case .broughtBack(let id): return modules[id].map(sentence(broughtBack:)) ?? "Back."
    case .switched(let id, let isNew): return modules[id].map { sentence(switched: $0, isNew: isNew) } ?? "Switched."
    case .notCreated(let name, let error): return "\(name) could not be created: \(error ?? "no reason given")."
    case .launchAborted(let warning): return warning.sentence
    }
  }

  func sentence(moved id: ModuleID) -> String {
    guard let row = modules[id] else { return "Moved." }
    return "\(row.name) is in place \(Phrases.number(row.order)) from the next event on."
  }

  /// The launch's total time, including the creation of the modules; empty if that is unknown.
  private static func clause(about launch: ApplicationLaunch) -> String {
    guard launch.creationNanoseconds > 0, launch.isComplete else { return "" }
    let most = launch.slowest.map { ", most in \($0.name)" } ?? ""
    return "; with creation \(Phrases.time(launch.totalNanoseconds))\(most)"
  }

  private func sentence(broughtBack row: ModuleStatus) -> String {
    let missed = hasMissedLaunch(row) ? " and has missed the launch" : ""
    return "\(row.name) is back in place \(Phrases.number(row.order))\(missed): created again\(Self.time(of: row))."
  }

  private func sentence(switched row: ModuleStatus, isNew: Bool) -> String {
    guard row.isOn else {
      let owned = owner(of: row)?.live.count ?? 0
      let keeps = owned > 0 ? ", and keeps its \(Phrases.count(owned, "object"))" : ""
      return "\(row.name) is switched off: it is not called\(keeps)."
    }
    let made = isNew ? "was created\(Self.time(of: row)), and " : ""
    return "\(row.name) is switched on: it \(made)is called from the next event on."
  }

  private static func time(of row: ModuleStatus) -> String {
    row.creationNanoseconds.map { " in \(Phrases.time($0))" } ?? ""
  }
}

extension ModuleStatus {
  /// What an experiment does to the module; `nil` if none does.
  var experimentWords: String? {
    switch experiment {
    case .leftOut: "left out by experiment"
    case .deferred: "deferred by experiment"
    default: nil
    }
  }
}

extension ModuleStage {
  /// The stage for a row, in at most seven columns.
  var word: String {
    switch self {
    case .starting: "starts"
    case .started: "runs"
    case .stopping: "stops"
    default: rawValue
    }
  }

  /// The stage for a sentence, after the module's name.
  var clause: String {
    switch self {
    case .starting: "is starting"
    case .started: "has started"
    case .ready: "is ready"
    case .stopping: "was asked to shut down"
    case .stopped: "has stopped"
    case .failed: "has failed"
    default: "is \(rawValue)"
    }
  }
}
#endif
