#if CommandLine
import ModuleLifecycle
import RollcallDashboard
package import RollcallRecordings
import RollcallTextFormatting

/// Says why a recording has ended by itself, for everything that records.
package enum RecordingFailure {
  /// The sentences on standard error.
  private static let said = Locked<Set<String>>([])

  /// Says once, on standard error, why the recording has ended.
  ///
  /// - Returns: Whether it has ended by itself. The program's exit code then says so at its end.
  @discardableResult
  package static func say(_ status: RecordingStatus) -> Bool {
    guard status.problem != nil, !status.isRunning else { return false }
    let sentence = status.sentence.printable(.line)
    if said.withLock({ $0.insert(sentence).inserted }) { ErrorOutput.write("\(sentence)\n") }
    return true
  }
}
#endif
