#if CommandLine
import Launches
import ModuleLifecycle
import TextFormatting

/// What a launch has to say beside the rows of its handlers.
struct LaunchLines {
  /// A row of a table above the handlers.
  struct Row {
    let label: String
    let nanoseconds: UInt64
  }

  /// So many creations have rows of their own, the longest first.
  static let mostCreations = 12

  private let launch: ApplicationLaunch

  init(_ launch: ApplicationLaunch) { self.launch = launch }

  /// The creation of all modules, as it is called.
  static func created(_ count: Int) -> String { "\(CountText.format(count, "module")) created" }

  /// What came before the handlers of one of its events: the creation of all modules, and of those that took long, then
  /// the events before.
  func rows(above dispatch: UInt64) -> [Row] {
    var rows: [Row] = []
    if launch.creationNanoseconds > 0 {
      rows.append(Row(label: Self.created(launch.createdCount), nanoseconds: launch.creationNanoseconds))
      let slow = launch.creations.count > 1 ? launch.slowCreations(atMost: Self.mostCreations) : []
      rows += slow.map { Row(label: "  \($0.name)", nanoseconds: $0.selfNanoseconds) }
    }
    return rows
      + launch.steps.prefix { $0.dispatch != dispatch }
      .map { Row(label: $0.event, nanoseconds: $0.totalNanoseconds) }
  }
}
#endif
