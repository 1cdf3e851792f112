#if CommandLine
import Launches
import ModuleLifecycle

/// A row above those of the modules where a launch is shown: the creation of the modules, those of them that took long,
/// and `willFinishLaunching` above the rows of `didFinishLaunching`.
struct LaunchRow: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The creation of so many modules.
    case created(Int)
    /// The creation of the row's module.
    case creation(ModuleID)
    /// An event of the launch before the one whose handlers have the other rows.
    case event(String)
  }

  let kind: Kind
  let label: String
  /// The same where there is little room.
  let shortLabel: String
  /// Where it begins on the launch's time axis.
  let startNanoseconds: UInt64
  /// How long it took from its beginning to its end.
  let totalNanoseconds: UInt64
  /// How long it took without what has a row, or may have one, of its own.
  let selfNanoseconds: UInt64
  /// In how many rows this one is.
  let depth: Int

  /// So many creations have rows of their own: more would leave no room for the handlers.
  static let mostCreations = 3

  /// The rows above those of a dispatch's handlers, from the top; none where nothing took any time before it.
  static func rows(of launch: ApplicationLaunch, above dispatch: UInt64) -> [LaunchRow] {
    var rows: [LaunchRow] = []
    if launch.creationNanoseconds > 0 {
      rows.append(
        LaunchRow(
          kind: .created(launch.createdCount), label: "\(Words.count(launch.createdCount, "module")) created",
          shortLabel: "\(Words.number(launch.createdCount)) created", startNanoseconds: 0,
          totalNanoseconds: launch.creationNanoseconds,
          selfNanoseconds: launch.creationNanoseconds, depth: 0))
      // One module took what all took.
      if launch.creations.count > 1 { rows += launch.slowCreations(atMost: mostCreations).map(LaunchRow.init) }
    }
    for step in launch.steps.prefix(while: { $0.dispatch != dispatch }) {
      rows.append(
        LaunchRow(
          kind: .event(step.event), label: step.event, shortLabel: step.event, startNanoseconds: step.startNanoseconds,
          totalNanoseconds: step.totalNanoseconds, selfNanoseconds: step.totalNanoseconds, depth: 0))
    }
    return rows
  }
}

extension LaunchRow {
  private init(_ creation: ModuleCreation) {
    self.init(
      kind: .creation(creation.module), label: creation.name, shortLabel: creation.name,
      startNanoseconds: creation.startNanoseconds,
      totalNanoseconds: creation.totalNanoseconds, selfNanoseconds: creation.selfNanoseconds, depth: 1)
  }
}
#endif
