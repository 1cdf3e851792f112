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

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(module: "", event: "", atNanoseconds: 0, runningNanoseconds: 0, thresholdNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .budgetNs: budgetNanoseconds = try parser.numberIfAny()
      case .dispatch: dispatch = try parser.numberIfAny()
      case .dispatchNs: dispatchNanoseconds = try parser.numberIfAny()
      case .event: event = try parser.string()
      case .module: module = try parser.string()
      case .runningNs: runningNanoseconds = try parser.number()
      case .thresholdNs: thresholdNanoseconds = try parser.number()
      case .type: try parser.expect(type: "running")
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

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      kind: .late, dispatch: 0, event: "", module: "", moduleID: ModuleID(rawValue: 0), value: .null, atNanoseconds: 0,
      tookNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .dispatch: dispatch = try parser.number()
      case .event: event = try parser.string()
      case .kind: kind = Kind(rawValue: try parser.string())
      case .module: module = try parser.string()
      case .moduleId: moduleID = ModuleID(rawValue: try parser.number())
      case .tookNs: tookNanoseconds = try parser.number()
      case .type: try parser.expect(type: "completion")
      case .value: value = try parser.value()
      }
    }
  }
}
