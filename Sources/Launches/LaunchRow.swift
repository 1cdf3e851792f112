package import ModuleLifecycle
import TextFormatting

/// A part of a launch besides the handlers of its shown event. Tables and panes list such rows above the handlers.
package struct LaunchRow: Sendable, Equatable {
  package let label: String
  /// The number of rows that contain this one.
  package var depth = 0
  /// The subject of the row's statistics.
  package let subject: EventTimes.Row
  /// The start on the launch's time axis.
  package let startNanoseconds: UInt64
  package let totalNanoseconds: UInt64
  /// The time without parts that have, or can have, rows of their own. For a mark, its distance from the launch's start.
  package let selfNanoseconds: UInt64
  /// The kinds of that time; `nil` if they were not measured.
  package var breakdown: TimeBreakdown?

  /// Whether the row is a named moment, and not a time span.
  package var isMark: Bool { if case .mark = subject { true } else { false } }
}

extension ApplicationLaunch {
  /// The steps before a dispatch.
  package func steps(before dispatch: DispatchID) -> ArraySlice<Step> { steps.prefix { $0.dispatch != dispatch } }

  /// The time from the launch's start to the end of a dispatch.
  package func nanoseconds(through dispatch: DispatchID) -> UInt64 {
    step(of: dispatch).map { $0.startNanoseconds.plus($0.totalNanoseconds) } ?? totalNanoseconds
  }

  /// The rows above the handlers of one of the launch's events, from the top: the creation of all modules, the longest
  /// single creations, the earlier events, the marks. Empty if nothing before the handlers took time.
  ///
  /// - Parameter most: The most creations with rows of their own. More would leave no room for the handlers.
  package func rows(above dispatch: DispatchID, creations most: Int) -> [LaunchRow] {
    var rows: [LaunchRow] = []
    if creationNanoseconds > 0 {
      rows.append(
        LaunchRow(
          label: "\(CountText.format(createdCount, "module")) created", subject: .created, startNanoseconds: 0,
          totalNanoseconds: creationNanoseconds, selfNanoseconds: creationNanoseconds, breakdown: creationBreakdown))
      // A single creation has the same time as all creations.
      rows += (creations.count > 1 ? slowCreations(atMost: most) : []).map { creation in
        LaunchRow(
          label: creation.name, depth: 1, subject: .creation(creation.module),
          startNanoseconds: creation.startNanoseconds, totalNanoseconds: creation.totalNanoseconds,
          selfNanoseconds: creation.selfNanoseconds, breakdown: creation.breakdown)
      }
    }
    rows += steps(before: dispatch).map { step in
      LaunchRow(
        label: step.event, subject: .event(step.event), startNanoseconds: step.startNanoseconds,
        totalNanoseconds: step.totalNanoseconds, selfNanoseconds: step.totalNanoseconds, breakdown: step.breakdown)
    }
    return rows
      + marks.map { mark in
        LaunchRow(
          label: mark.name, subject: .mark(mark.name), startNanoseconds: mark.startNanoseconds, totalNanoseconds: 0,
          selfNanoseconds: mark.nanoseconds)
      }
  }
}
