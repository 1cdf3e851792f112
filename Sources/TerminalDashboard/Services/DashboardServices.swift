#if CommandLine
import Dashboard
import DelegateLab
import Exports
import Foundation
import Inspection
import ModuleLifecycle
import Recordings
import TextFormatting

/// What a dashboard does for its user beside the application.
protocol DashboardServing: Sendable {
  /// What can be done.
  var offers: Offers { get }
  /// The recording that is being written, or was last.
  var recordingStatus: RecordingStatus? { get }
  /// Begins with one of the effects that are a service's.
  ///
  /// - Parameter report: Told, on any thread, what the state is to take in.
  /// - Returns: Why it is not even begun, in one sentence; otherwise `nil`.
  func begin(_ effect: Effect, report: @escaping DashboardServices.Report) -> String?
  /// Ends all that goes on: what is being exported is finished within a moment, or given up.
  ///
  /// - Parameter kept: A recording that is not this dashboard's to end.
  func end(unless kept: Recording?)
}

/// The services that there are.
struct DashboardServices: DashboardServing {
  typealias Report = @Sendable (Action) -> Void

  /// Writes what happens to a file; `nil` where nothing happens, as in a recording.
  var recording: RecordingController?
  /// Writes what is kept in other formats.
  var exports: ExportController?
  /// Runs the delegate lab's experiments.
  var lab: LabController?

  var offers: Offers {
    Offers(
      experiments: lab == nil ? [] : Experiment.all, exports: exports == nil ? [] : ExportFormat.allCases,
      records: recording != nil)
  }

  var recordingStatus: RecordingStatus? { recording?.status }

  func begin(_ effect: Effect, report: @escaping Report) -> String? {
    switch effect {
    case .export(let format, let path, let dispatch):
      exports?.export(format, about: dispatch, to: path, report: report)
    case .run(let experiment): lab?.run(experiment) { report(.experiment(id: experiment, line: $0)) }
    case .record where recording == nil, .stopRecording where recording == nil: return DashboardState.unchangeable
    case .record(let path): recording?.begin(path, report: report)
    case .stopRecording: recording?.stop(report: report)
    default: break
    }
    return nil
  }

  /// Ends all that goes on, before the dashboard does. Waits for the disk, but not for long; what was to be exported and is
  /// not whole by then is given up, and named on standard error. Safe on any thread.
  ///
  /// - Parameter kept: A recording that is not this dashboard's to end.
  func end(unless kept: Recording? = nil) {
    if let path = exports?.end() {
      let sentence = "The export to '\(path)' was given up: it was not whole yet.".printable(.line)
      try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
    }
    recording?.stop(unless: kept)
  }
}
#endif
