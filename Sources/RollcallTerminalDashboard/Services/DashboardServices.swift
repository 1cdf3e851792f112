#if CommandLine
import RollcallDashboard
import RollcallDelegateLab
import RollcallReports
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// The services of a dashboard beyond showing the application.
protocol DashboardServing: Sendable {
  var capabilities: Capabilities { get }
  /// The state of the current or last recording.
  var recordingStatus: RecordingStatus? { get }
  /// Starts an effect that belongs to a service.
  ///
  /// - Parameter report: Called on any thread with actions for the state.
  /// - Returns: Why the effect can't be started, in one sentence; `nil` if it was started.
  func begin(_ effect: Effect, report: @escaping DashboardServices.Report) -> String?
  /// Ends all services. A running export is completed within a moment, or abandoned.
  ///
  /// - Parameter kept: A recording that does not belong to this dashboard and continues.
  /// - Returns: Whether a recording has ended by itself. Standard error has said why.
  @discardableResult func end(unless kept: Recording?) -> Bool
}

struct DashboardServices: DashboardServing {
  typealias Report = @Sendable (Action) -> Void

  /// Records events to a file; `nil` if there are none to record, as when showing a recording.
  var recording: RecordingController?
  /// Exports the kept entries in other formats.
  var exports: ExportController?
  /// Runs the delegate lab's experiments.
  var lab: LabController?

  var capabilities: Capabilities {
    Capabilities(
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

  /// Runs a service's work, and reports its beginning and its end. A thrown error's description is a sentence.
  static func run(_ report: Report, _ work: () throws -> Void) {
    report(.reply(.started, to: nil))
    var problem: String?
    do { try work() } catch { problem = String(describing: error) }
    report(.reply(.finished(problem: problem), to: nil))
  }

  /// Ends all services before the dashboard ends. Waits for the disk, but not long: an export that is not complete by
  /// then is abandoned, and named on standard error. Safe on any thread.
  @discardableResult
  func end(unless kept: Recording? = nil) -> Bool {
    if let path = exports?.end() {
      let sentence = "The export to '\(path)' was abandoned: it was not complete yet.".printable(.line)
      ErrorOutput.write("\(sentence)\n")
    }
    recording?.stop(unless: kept)
    return recording?.sayFailures() ?? false
  }
}
#endif
