package import ModuleLifecycle
import RollcallTextFormatting

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
  /// Whether the row's time is no part of the launch.
  package var isOutside = false
}

extension ApplicationLaunch {
  /// The steps before a dispatch.
  package func steps(before dispatch: DispatchID) -> ArraySlice<Step> { steps.prefix { $0.dispatch != dispatch } }

  /// The time from the launch's start to the end of a dispatch.
  package func nanoseconds(through dispatch: DispatchID) -> UInt64 {
    step(of: dispatch).map { $0.startNanoseconds.plus($0.totalNanoseconds) } ?? totalNanoseconds
  }

  /// The rows above the handlers of one of the launch's events, from the top: the time before the composite, the creation
  /// of all modules, the longest single creations, what else came before the event, the marks. Empty if nothing before the
  /// handlers took time.
  ///
  /// - Parameter most: The most creations with rows of their own. More would leave no room for the handlers.
  package func rows(above dispatch: DispatchID, creations most: Int) -> [LaunchRow] {
    var rows: [LaunchRow] = []
    if let before = beforeNanoseconds {
      rows.append(
        LaunchRow(
          label: "before the composite, \u{00B1} 10 ms", subject: .before, startNanoseconds: 0,
          totalNanoseconds: countedBeforeNanoseconds, selfNanoseconds: before, isOutside: isFired))
    }
    if creationNanoseconds > 0 {
      rows.append(
        LaunchRow(
          label: "\(CountText.format(createdCount, "module")) created", subject: .created,
          startNanoseconds: creations.first?.startNanoseconds ?? 0, totalNanoseconds: creationNanoseconds,
          selfNanoseconds: creationNanoseconds, breakdown: creationBreakdown))
      // A single creation has the same time as all creations.
      rows += (creations.count > 1 ? slowCreations(atMost: most) : []).map { creation in
        LaunchRow(
          label: creation.name, depth: 1, subject: .creation(creation.module),
          startNanoseconds: creation.startNanoseconds, totalNanoseconds: creation.totalNanoseconds,
          selfNanoseconds: creation.selfNanoseconds, breakdown: creation.breakdown)
      }
    }
    rows += partsBetween(before: dispatch).sorted { $0.startNanoseconds < $1.startNanoseconds }
    if stoppedNanoseconds > 0 {
      rows.append(
        LaunchRow(
          label: "the process was stopped", subject: .stopped, startNanoseconds: 0, totalNanoseconds: 0,
          selfNanoseconds: stoppedNanoseconds, isOutside: true))
    }
    return rows
      + marks.map { mark in
        LaunchRow(
          label: mark.name, subject: .mark(mark.name), startNanoseconds: mark.startNanoseconds, totalNanoseconds: 0,
          selfNanoseconds: mark.nanoseconds)
      }
  }

  /// The events before a dispatch, the slow starts, and the time in which nothing ran.
  private func partsBetween(before dispatch: DispatchID) -> [LaunchRow] {
    let least = Self.leastSlow(of: totalNanoseconds)
    return steps(before: dispatch).map { step in
      LaunchRow(
        label: step.event, subject: .event(step.event), startNanoseconds: step.startNanoseconds,
        totalNanoseconds: step.totalNanoseconds, selfNanoseconds: step.totalNanoseconds, breakdown: step.breakdown)
    }
      + starts.filter { $0.totalNanoseconds >= least }.map { start in
        LaunchRow(
          label: "\(start.name) starts", subject: .start(start.module), startNanoseconds: start.startNanoseconds,
          totalNanoseconds: start.totalNanoseconds, selfNanoseconds: start.totalNanoseconds)
      }
      + (longestGap.map { gap in
        [
          LaunchRow(
            label: Self.idle, subject: .idle, startNanoseconds: gap.startNanoseconds,
            totalNanoseconds: gap.totalNanoseconds, selfNanoseconds: idleNanoseconds)
        ]
      } ?? [])
  }

  /// The name of the time in which nothing of the modules ran.
  package static let idle = "nothing of ours ran"
}
