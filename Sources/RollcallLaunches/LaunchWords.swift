package import ModuleLifecycle
import RollcallTextFormatting

/// The wording of a launch, which all views share.
package struct LaunchWords: Sendable {
  private let launch: ApplicationLaunch

  package init(_ launch: ApplicationLaunch) { self.launch = launch }

  /// The parts of the total that the eye would notice: `12 modules created 14.3 ms, didFinishLaunching 36.0 ms`.
  package var parts: String {
    let least = ApplicationLaunch.leastSlow(of: launch.totalNanoseconds)
    let between = [
      (startText, launch.startsNanoseconds), ("other events", launch.othersNanoseconds),
      (ApplicationLaunch.idle, launch.idleNanoseconds),
    ]
    let before = launch.countedBeforeNanoseconds
    let created = "\(CountText.format(launch.createdCount, "module")) created \(duration(launch.creationNanoseconds))"
    let parts =
      (before > 0 ? ["before the composite \(Self.rough(before))"] : []) + (hasCreations ? [created] : [])
      + launch.steps.map { "\($0.event) \(duration($0.totalNanoseconds))" }
      + between.filter { $0.1 >= least }.map { "\($0.0) \(duration($0.1))" }
    return parts.joined(separator: ", ")
  }

  private var startText: String {
    launch.starts.count == 1
      ? "the start of \(launch.starts[0].name)" : CountText.format(launch.starts.count, "start")
  }

  /// A time that is known within 10 ms.
  private static func rough(_ nanoseconds: UInt64) -> String {
    let (milliseconds, _) = nanoseconds.addingReportingOverflow(500_000)
    return nanoseconds < 1_000_000_000
      ? "\(milliseconds / 1_000_000) \u{00B1} 10 ms"
      : "\(DurationText.format(nanoseconds: nanoseconds)) \u{00B1} 10 ms"
  }

  /// The slowest module: `Slowest: Feed, 6.9 ms, of which its creation took 6.6 ms.`
  package var slowest: String {
    guard let slowest = launch.slowest else { return "No module was called." }
    let creation = duration(slowest.creationNanoseconds)
    if slowest.creationNanoseconds == 0 { return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds))." }
    if slowest.handlerNanoseconds == 0 { return "Slowest: \(slowest.name), created in \(creation)." }
    return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds)), of which its creation took \(creation)."
  }

  /// A sentence on what the total does not include; empty if it includes everything.
  package var leftOut: String {
    if launch.countedBeforeNanoseconds > 0 { return "" }
    let before = launch.beforeNanoseconds.map { "the \(Self.rough($0)) before the composite" } ?? "the time before main"
    if !hasCreations { return "Neither creating the modules nor \(before) is in it." }
    return launch.beforeNanoseconds == nil
      ? "The time before main is not in it." : "T\(before.dropFirst()) are not in it."
  }

  /// A sentence on the time in which the process was stopped; empty if it was not.
  private var stopped: String {
    launch.stoppedNanoseconds == 0
      ? "" : "The process was stopped for \(duration(launch.stoppedNanoseconds)), which is not in it."
  }

  /// The marks: `Marks: first frame after 412 ms.` Empty if there are none.
  package var marks: String {
    guard !launch.marks.isEmpty else { return "" }
    return "Marks: \(launch.marks.map { "\($0.name) after \(duration($0.nanoseconds))" }.joined(separator: ", "))."
  }

  /// A mark as text: `first frame, in Scene, 24.1 ms after the launch began`.
  ///
  /// - Parameter launch: The launch that the mark belongs to; `nil` if unknown.
  package static func words(of mark: MarkEntry, in launch: ApplicationLaunch?) -> String {
    let time = launch.map { DurationText.format(nanoseconds: $0.nanoseconds(to: mark)) }
    return mark.name + (mark.module.map { ", in \($0)" } ?? "") + (time.map { ", \($0) after the launch began" } ?? "")
  }

  /// All sentences in one paragraph.
  package var summary: String {
    ["The launch took \(duration(launch.totalNanoseconds)) in all: \(parts).", slowest, leftOut, stopped, marks]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }

  private var hasCreations: Bool { launch.creationNanoseconds > 0 }
}
