import Launches
import ModuleLifecycle
import TextFormatting

extension BootChart {
  /// The creation of a launch's modules: all together, then those that took long, then how many others there were. None
  /// where nothing is known of it.
  static func creationRows(of launch: ApplicationLaunch) -> [Row] {
    guard launch.creationNanoseconds > 0 else { return [] }
    let all = Row(
      kind: .event, name: "\(CountText.format(launch.createdCount, "module")) created",
      total: launch.creationNanoseconds, own: launch.creationNanoseconds)
    let slow = launch.slowCreations(atMost: mostParts)
    var own: UInt64 = 0
    let rows = slow.map { creation in
      own = own.plus(creation.selfNanoseconds)
      return Row(
        kind: .module, name: creation.name, depth: 1, start: creation.startNanoseconds,
        total: creation.totalNanoseconds, own: creation.selfNanoseconds,
        mark: creation.selfNanoseconds >= launch.totalNanoseconds / 10 ? "slow" : "", module: creation.module)
    }
    let others = launch.createdCount - slow.count { !$0.hasModulesInside }
    guard !rows.isEmpty, others > 0 else { return [all] + rows }
    let rest = launch.creationNanoseconds - min(own, launch.creationNanoseconds)
    let quicker = Row(
      kind: .rest, name: CountText.format(others, "quicker module"), depth: 1,
      total: rest, own: rest)
    return [all] + rows + [quicker]
  }

  /// Marks one row only as the slowest: of the module that took most of the launch the row that took most of that.
  static func mark(_ slowest: ModuleID, in rows: inout [Row]) {
    for index in rows.indices where rows[index].mark == ChartRows.slowest { rows[index].mark = "slow" }
    let own = rows.indices.filter { rows[$0].module == slowest && rows[$0].kind == .module }
    if let index = own.max(by: { rows[$0].own < rows[$1].own }) { rows[index].mark = ChartRows.slowest }
  }
}
