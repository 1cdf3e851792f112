#if CommandLine
import RollcallDashboard
import Dispatch
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings

/// Records an application in another process over a separate connection: the past entries in its journal, and new ones.
final class AttachedRecording: RecordingUnderWay {
  private struct State: Sendable {
    var hello: Hello?
    var recording: StreamRecording?
    var connection: LineConnection?
    /// Why the recording could not start.
    var problem: RecordingStartError?
    var isGivenUp = false
    /// The number after that of the latest entry written.
    var nextEntry: UInt64 = 0
    /// The entry for which `stop()` waits.
    var awaited: UInt64?
    /// Whether no more entries can arrive.
    var hasEnded = false

    var isBehind: Bool { !hasEnded && nextEntry < awaited ?? 0 }
  }

  private let path: String
  private let overwrites: Bool
  private let seen: @Sendable () -> (session: String, entry: UInt64)?
  private let state = Locked(State(), .reader)
  private let hasBegun = DispatchSemaphore(value: 0)
  private let hasCaughtUp = DispatchSemaphore(value: 0)

  /// Starts the recording, and waits until the file exists.
  ///
  /// - Parameters:
  ///   - socket: The application's socket.
  ///   - overwrites: Whether an existing file can be replaced.
  ///   - seen: Returns the journal that the dashboard reads, and the number after that of the latest entry it has.
  ///   - wake: Called on any thread when the recording has ended, also by itself.
  /// - Throws: `RecordingStartError`, or another reason for which the recording could not start.
  init(
    to path: String, overwrites: Bool, of socket: String,
    seen: @escaping @Sendable () -> (session: String, entry: UInt64)?, wake: @escaping @Sendable () -> Void
  ) throws {
    (self.path, self.overwrites, self.seen) = (path, overwrites, seen)
    let connection = try LineConnection(
      attachingTo: InspectorSocket.connect(to: socket), LineConnection.greeting(as: .view),
      keeps: { [self] message, _ in
        if take(message) { wake() }
        return false
      }, wake: {})
    state.withLock { $0.connection = connection }
    // While its main actor hangs, the application can't report its state.
    let isInTime = hasBegun.wait(timeout: .now() + .seconds(5)) == .success
    let problem = state.withLock { state -> (any Error)? in
      state.isGivenUp = !isInTime
      let silence = "The application did not report its state, which a recording needs first."
      return isInTime ? state.problem : Refusal(description: silence)
    }
    guard let problem else { return }
    connection.close()
    throw problem
  }

  var status: RecordingStatus { state.withLock(\.recording)?.status ?? RecordingStatus(path: path) }

  /// Stops the recording. Everything that the dashboard has seen is written: its connection can be ahead of this one.
  /// Waits for that at most a second.
  func stop() -> RecordingStatus {
    if let (session, entry) = seen() {
      let isBehind = state.withLock { state in
        if state.connection?.resumption?.session == session { state.awaited = entry }
        return state.isBehind
      }
      if isBehind { _ = hasCaughtUp.wait(timeout: .now() + .seconds(1)) }
    }
    state.withLock { $0.connection.take() }?.close()
    return state.withLock(\.recording)?.stop() ?? status
  }

  func stop(withinSeconds seconds: Int) -> RecordingStatus { stop() }

  /// - Returns: Whether the recording has ended with this message.
  private func take(_ message: InspectionMessage) -> Bool {
    let (known, recording, isGivenUp) = state.withLock { ($0.hello, $0.recording, $0.isGivenUp) }
    var hasEnded = false
    switch message {
    case .hello(let hello):
      state.withLock { $0.hello = hello }
      // Otherwise a prologue follows with the state: entries have been forgotten, or nothing is known yet.
      if hello.nextEntry == 0, !hello.isPending { begin(JournalHeader(hello), []) }
    case .prologue(let prologue):
      guard recording == nil, !isGivenUp, let known else { return false }
      var header = JournalHeader(known)
      (header.modules, header.state) = (prologue.modules, prologue.state)
      (header.launchedNanoseconds, header.missedEntries) = (prologue.launchedNanoseconds, prologue.nextEntry)
      begin(header, prologue.entries)
    case .entries(let entries, let first):
      if let recording { hasEnded = recording.status.isRunning && !recording.add(entries, from: first) }
    case .bye:
      recording?.stop()
      hasEnded = true
    default: break
    }
    let hasArrived = state.withLock { state in
      let wasBehind = state.isBehind
      if let next = message.nextEntry { state.nextEntry = next }
      if message == .bye { state.hasEnded = true }
      return wasBehind && !state.isBehind
    }
    if hasArrived { hasCaughtUp.signal() }
    return hasEnded
  }

  private func begin(_ header: JournalHeader, _ prologue: [AnyEntry]) {
    do throws(RecordingStartError) {
      let recording = try StreamRecording(to: path, header: header, prologue: prologue, overwriting: overwrites)
      state.withLock { $0.recording = recording }
    } catch {
      state.withLock { $0.problem = error }
    }
    hasBegun.signal()
  }
}
#endif
