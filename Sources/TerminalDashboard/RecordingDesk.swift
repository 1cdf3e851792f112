import Foundation
import ModuleLifecycle
import Synchronization

/// The one recording that a dashboard has under way, or had last.
final class RecordingDesk: Sendable {
  private struct State: Sendable {
    var recording: Recording?
    /// How far the last one came that has been stopped.
    var last: RecordingStatus?
  }

  private let state: Mutex<State>
  private let allowed: AllowedWarnings
  /// Called on any thread when a recording has ended.
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - recording: One that is under way already.
  ///   - allowed: The warnings that are not announced, for those who will look at a recording.
  ///   - wake: Called on any thread when a recording has ended by itself.
  init(
    _ recording: Recording? = nil, allowed: AllowedWarnings = AllowedWarnings(), wake: @escaping @Sendable () -> Void
  ) {
    state = Mutex(State(recording: recording))
    self.allowed = allowed
    self.wake = wake
  }

  var status: RecordingStatus? { state.withLock { $0.recording?.status ?? $0.last } }

  /// Begins a recording of what a composite's journal keeps and of all that comes.
  ///
  /// - Parameter path: The file; where none is given, one in the working folder that is not there yet.
  /// - Throws: `RecordingStartError`, and an error of its own while another is being written.
  @MainActor func begin(_ path: String?, of composite: CompositeDelegate) throws {
    if let status, status.isRunning { throw AlreadyRecording(path: status.path) }
    let path = path ?? RecordingName.unused(for: composite.name)
    let recording = try composite.journal.record(
      to: path, from: .oldest, overwriting: false, allowing: allowed, hasEnded: { [wake] _ in wake() })
    let before = state.withLock { state in
      defer { state.recording = recording }
      return state.recording
    }
    withExtendedLifetime(before) {}
  }

  /// Ends the recording, with all that the journal has; nothing when there is none. Waits for the disk.
  func stop() {
    guard let recording = state.withLock({ $0.recording }) else { return }
    let status = recording.stop()
    let ended = state.withLock { state in
      guard state.recording === recording else { return nil as Recording? }
      state.last = status
      return state.recording.take()
    }
    withExtendedLifetime(ended) {}
  }
}

/// Another recording is being written.
struct AlreadyRecording: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "'\(path)' is being recorded to. Stop that first." }
}

/// The name of a recording that nobody has named.
enum RecordingName {
  /// The application's name and the time: `Storefront-20261121-160000.rollcall`.
  static func make(application: String, at date: Date, in zone: TimeZone = .current) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    let day = String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    let time = String(format: "%02d%02d%02d", parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
    return "\(FilePath.safeName(application))-\(day)-\(time).rollcall"
  }

  /// A name that no file in the working folder has.
  static func unused(for application: String, at date: Date = Date()) -> String {
    let name = make(application: application, at: date)
    let stem = name.dropLast(".rollcall".count)
    let names = [name] + (2...99).lazy.map { "\(stem)-\($0).rollcall" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? name
  }
}
