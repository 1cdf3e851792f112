package import ModuleLifecycle
import TextFormatting

/// The wording of a launch, which all views share.
package struct LaunchWords: Sendable {
  private let launch: ApplicationLaunch

  package init(_ launch: ApplicationLaunch) { self.launch = launch }

  /// The parts of the total: `12 modules created 14.3 ms, didFinishLaunching 36.0 ms`.
  package var parts: String {
    let created = "\(CountText.format(launch.createdCount, "module")) created \(duration(launch.creationNanoseconds))"
    return ((hasCreations ? [created] : []) + launch.steps.map { "\($0.event) \(duration($0.totalNanoseconds))" })
      .joined(separator: ", ")
  }

  /// The slowest module: `Slowest: Feed, 6.9 ms, of which its creation took 6.6 ms.`
  package var slowest: String {
    guard let slowest = launch.slowest else { return "No module was called." }
    let creation = duration(slowest.creationNanoseconds)
    if slowest.creationNanoseconds == 0 { return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds))." }
    if slowest.handlerNanoseconds == 0 { return "Slowest: \(slowest.name), created in \(creation)." }
    return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds)), of which its creation took \(creation)."
  }

  /// A sentence on what the total does not include.
  package var leftOut: String {
    hasCreations
      ? "The time before main is not in it." : "Neither creating the modules nor the time before main is in it."
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
    let time = launch.map { DurationText.format(nanoseconds: mark.atNanoseconds.minus($0.atNanoseconds)) }
    return mark.name + (mark.module.map { ", in \($0)" } ?? "") + (time.map { ", \($0) after the launch began" } ?? "")
  }

  /// All sentences in one paragraph.
  package var summary: String {
    ["The launch took \(duration(launch.totalNanoseconds)) in all: \(parts).", slowest, leftOut, marks]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }

  private var hasCreations: Bool { launch.creationNanoseconds > 0 }
}
