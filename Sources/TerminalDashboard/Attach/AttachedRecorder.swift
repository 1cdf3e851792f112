#if CommandLine
import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// Records an application in another process, over a connection of its own: what its journal still has of the past, and
/// what comes.
final class AttachedRecorder: RecordingServing {
  private struct State: Sendable {
    var recording: StreamRecording?
    var connection: LineConnection?
    var isBeginning = false
  }

  private let application: AttachedApplication
  private let overwrites: Bool
  private let wake: @Sendable () -> Void
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "rollcall.attach.record")

  /// - Parameters:
  ///   - overwrites: Whether a file that exists may be replaced.
  ///   - wake: Called on any thread when the recording has come further.
  init(of application: AttachedApplication, overwrites: Bool = false, wake: @escaping @Sendable () -> Void) {
    (self.application, self.overwrites, self.wake) = (application, overwrites, wake)
  }

  var status: RecordingStatus? { state.withLock(\.recording)?.status }

  func begin(_ path: String?, report: @escaping DashboardServices.Report) {
    queue.async { @Sendable [self] in
      report(.reply(.started, to: nil))
      let problem = begin(path)
      report(.reply(.finished(problem: problem), to: nil))
    }
  }

  /// Begins a recording, and waits until the file is there.
  ///
  /// - Returns: Why there is none, in a sentence.
  func begin(_ path: String?) -> String? {
    if let status, status.isRunning { return "'\(status.path)' is being recorded to. Stop that first." }
    let path = path ?? FileName.unused(application: application.hello.application, extension: "rollcall")
    let writer = StreamWriter(path: path, overwrites: overwrites)
    do throws(InspectionError) {
      let connection = try LineConnection(
        attachingTo: InspectorSocket.connect(to: application.path), LineConnection.Greeting(as: .view),
        keeps: { message, _ in
          writer.take(message)
          return false
        },
        ended: { [weak self] in
          writer.end()
          self?.wake()
        },
        wake: {})
      // Where its main actor hangs, the application can't say how it stands before that goes on.
      guard writer.waitForBeginning(.seconds(5)) else {
        writer.giveUp()
        connection.close()
        return writer.problem ?? "The application does not say how it stands, which a recording begins with."
      }
      state.withLock { ($0.recording, $0.connection) = (writer.recording, connection) }
      return nil
    } catch {
      return error.description
    }
  }

  func stop(report: @escaping DashboardServices.Report) {
    queue.async { @Sendable [self] in
      report(.reply(.started, to: nil))
      stop()
      report(.reply(.finished(problem: nil), to: nil))
    }
  }

  /// What the application has told by now is written.
  func stop() {
    let (recording, connection) = state.withLock { state in
      defer { state.connection = nil }
      return (state.recording, state.connection)
    }
    connection?.close()
    recording?.stop()
  }

  func stop(withinSeconds seconds: Int) { stop() }

  func stop(unless kept: Recording?) { stop() }
}

/// Makes a recording of what a connection tells.
private final class StreamWriter: Sendable {
  private struct State: Sendable {
    var hello: Hello?
    var recording: StreamRecording?
    var problem: String?
    var isGivenUp = false
  }

  private let path: String
  private let overwrites: Bool
  private let state = Locked(State())
  private let hasBegun = DispatchSemaphore(value: 0)

  init(path: String, overwrites: Bool) { (self.path, self.overwrites) = (path, overwrites) }

  var recording: StreamRecording? { state.withLock(\.recording) }
  var problem: String? { state.withLock(\.problem) }

  func waitForBeginning(_ patience: DispatchTimeInterval) -> Bool {
    hasBegun.wait(timeout: .now() + patience) == .success && problem == nil
  }

  func take(_ message: InspectionMessage) {
    switch message {
    case .hello(let hello):
      state.withLock { $0.hello = hello }
      // Where entries have been forgotten, or nothing is known yet, a prologue says how things stood.
      if hello.nextEntry == 0, !hello.isPending { begin(JournalHeader(hello), []) }
    case .prologue(let prologue):
      guard recording == nil, !isGivenUp, let hello = state.withLock(\.hello) else { return }
      var header = JournalHeader(hello)
      (header.modules, header.state) = (prologue.modules, prologue.state)
      (header.launchedNanoseconds, header.missedEntries) = (prologue.launchedNanoseconds, prologue.nextEntry)
      begin(header, prologue.entries)
    case .entries(let entries, let first): recording?.add(entries, from: first)
    default: break
    }
  }

  /// Makes no file any more.
  func giveUp() { state.withLock { $0.isGivenUp = true } }

  private var isGivenUp: Bool { state.withLock(\.isGivenUp) }

  private func begin(_ header: JournalHeader, _ prologue: [JournalEntry]) {
    do throws(RecordingStartError) {
      let recording = try StreamRecording(to: path, header: header, prologue: prologue, overwriting: overwrites)
      state.withLock { $0.recording = recording }
    } catch {
      state.withLock { $0.problem = error.description }
    }
    hasBegun.signal()
  }

  func end() { recording?.stop() }
}
#endif
