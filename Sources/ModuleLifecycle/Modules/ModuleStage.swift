/// How far a module's asynchronous work has come: the work of a `StartingModule` or of a service. Later versions may
/// add stages.
public struct ModuleStage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The stage's name in the journal's format.
  public let rawValue: String

  /// Creates a stage from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The stage's name in the journal's format.
  public var description: String { rawValue }

  /// The start has begun.
  public static let starting = ModuleStage(rawValue: "starting")
  /// A module's `start()` has returned, or a service's `run()` was called.
  public static let started = ModuleStage(rawValue: "started")
  /// A service reports that it is ready for use.
  public static let ready = ModuleStage(rawValue: "ready")
  /// A service was asked to shut down.
  public static let stopping = ModuleStage(rawValue: "stopping")
  /// A service's `run()` has returned.
  public static let stopped = ModuleStage(rawValue: "stopped")
  /// `start()` or `run()` threw an error.
  public static let failed = ModuleStage(rawValue: "failed")
}

extension ModuleEntry {
  /// The stage that the module has reached. `nil` if the entry records another kind of change.
  public var stage: ModuleStage? {
    switch change {
    case .starting, .started, .ready, .stopping: ModuleStage(rawValue: change.rawValue)
    case .stopped: error == nil ? .stopped : .failed
    default: nil
    }
  }
}

/// A module's stage, and when the module reached it.
struct StageRecord: Sendable {
  var stage: ModuleStage?
  /// In nanoseconds since the journal's start.
  var since: UInt64 = 0
}

extension Owner {
  /// The stage of the module that this owner represents.
  var stage: StageRecord { instance?.stage.withLock { $0 } ?? StageRecord() }

  /// Records that the module has reached a stage. Safe on any thread.
  ///
  /// - Parameter error: The error as text, if the stage is `failed`.
  func enter(_ stage: ModuleStage, error: String? = nil) {
    guard let instance, let journal else { return }
    instance.stage.withLock { record in
      record = StageRecord(stage: stage, since: journal.now)
      guard journal.isEnabled else { return }
      var entry = instance.freed
      entry.change = ModuleEntry.Change(rawValue: stage == .failed ? "stopped" : stage.rawValue)
      entry.atNanoseconds = record.since
      entry.error = error
      journal.append(.module(entry))
    }
  }
}
