/// How far the asynchronous work of a module has come: that of a `StartingModule`, or of a service. Later versions may know
/// more stages.
public struct ModuleStage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The stage in the journal's format.
  public let rawValue: String

  /// The stage of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The stage in the journal's format.
  public var description: String { rawValue }

  /// Its start has begun.
  public static let starting = ModuleStage(rawValue: "starting")
  /// A module's `start()` has returned; a service's `run()` was called.
  public static let started = ModuleStage(rawValue: "started")
  /// A service says that it can be used.
  public static let ready = ModuleStage(rawValue: "ready")
  /// A service was asked to shut down.
  public static let stopping = ModuleStage(rawValue: "stopping")
  /// A service's `run()` has returned.
  public static let stopped = ModuleStage(rawValue: "stopped")
  /// `start()` or `run()` has thrown an error.
  public static let failed = ModuleStage(rawValue: "failed")
}

extension ModuleEntry {
  /// The stage that the module has come to; `nil` where the entry is about another change.
  public var stage: ModuleStage? {
    switch change {
    case .starting, .started, .ready, .stopping: ModuleStage(rawValue: change.rawValue)
    case .stopped: error == nil ? .stopped : .failed
    default: nil
    }
  }
}

/// Where a module's stage is kept, and since when it has had it.
struct StageRecord: Sendable {
  var stage: ModuleStage?
  /// In nanoseconds since the journal's start.
  var since: UInt64 = 0
}

extension Owner {
  /// The stage of the module that this owner stands for.
  var stage: StageRecord { instance?.stage.withLock { $0 } ?? StageRecord() }

  /// Notes that the module has come to a stage. Safe on any thread.
  ///
  /// - Parameter error: What was thrown, in words, where the stage is `failed`.
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
