extension RunningEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case budgetNs = "budget_ns"
    case dispatch
    case dispatchNs = "dispatch_ns"
    case event, module
    case runningNs = "running_ns"
    case thresholdNs = "threshold_ns"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.budgetNs, .dispatch, .dispatchNs])

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(module: "", event: "", atNanoseconds: 0, runningNanoseconds: 0, thresholdNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .budgetNs: budgetNanoseconds = try cursor.numberIfAny()
      case .dispatch: dispatch = try cursor.numberIfAny()
      case .dispatchNs: dispatchNanoseconds = try cursor.numberIfAny()
      case .event: event = try cursor.string()
      case .module: module = try cursor.string()
      case .runningNs: runningNanoseconds = try cursor.number()
      case .thresholdNs: thresholdNanoseconds = try cursor.number()
      case .type: try cursor.expect(type: "running")
      }
    }
  }
}

extension CompletionEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case dispatch, event, kind, module
    case moduleId = "module_id"
    case tookNs = "took_ns"
    case type, value
  }

  private static let keys = LineKeys<Key>()

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      kind: .late, dispatch: 0, event: "", module: "", moduleID: ModuleID(rawValue: 0), value: .null, atNanoseconds: 0,
      tookNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .dispatch: dispatch = try cursor.number()
      case .event: event = try cursor.string()
      case .kind: kind = Kind(rawValue: try cursor.string())
      case .module: module = try cursor.string()
      case .moduleId: moduleID = ModuleID(rawValue: try cursor.number())
      case .tookNs: tookNanoseconds = try cursor.number()
      case .type: try cursor.expect(type: "completion")
      case .value: value = try cursor.value()
      }
    }
  }
}
