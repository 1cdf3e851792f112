package import ModuleLifecycle

// The wording of the core's values on screens and in reports.

extension ApplicationState {
  /// The state as it follows *is* or *was* in a sentence: `not running`, `in the background`.
  package var words: String {
    switch self {
    case .notRunning: "not running"
    case .background: "in the background"
    case .inactive, .active, .terminated: rawValue
    }
  }
}

extension ReleaseReason {
  /// The reason in one or two words, for lists: `released` if the owner was released.
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
