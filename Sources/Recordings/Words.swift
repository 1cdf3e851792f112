package import ModuleLifecycle

// The core's values as screens, reports and sentences word them.

extension ApplicationState {
  /// The state as a sentence says it, after *is* or *was*: `not running`, `in the background`.
  package var words: String {
    switch self {
    case .notRunning: "not running"
    case .background: "in the background"
    case .inactive, .active, .terminated: rawValue
    }
  }
}

extension ReleaseReason {
  /// The reason in one or two words, as lists show it: `released` for its owner's going.
  package var word: String {
    switch self {
    case .ownerReleased: "released"
    case .event: "event over"
    case .applicationEnd: "app ended"
    case .late: "too late"
    default: rawValue
    }
  }
}
