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
