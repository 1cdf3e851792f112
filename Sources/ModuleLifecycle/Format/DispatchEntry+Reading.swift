extension DispatchEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case arguments
    case atNs = "at_ns"
    case cut, event, handlers, id
    case outOfState = "out_of_state"
    case parent
    case parentModule = "parent_module"
    case replay, response, state
    case totalNs = "total_ns"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.cut, .parent, .parentModule, .replay])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      id: 0, parent: nil, parentModule: nil, event: "", arguments: .null, atNanoseconds: 0, totalNanoseconds: 0,
      response: .null, state: .notRunning, isOutOfState: false, handlers: [])
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .arguments: arguments = try parser.value()
      case .atNs: atNanoseconds = try parser.number()
      case .cut: isCut = try parser.boolIfAny()
      case .event: event = try parser.string()
      case .handlers:
        try parser.list { parser throws(LineProblem) in handlers.append(try HandlerSpan(reading: &parser)) }
      case .id: id = try parser.number()
      case .outOfState: isOutOfState = try parser.bool()
      case .parent: parent = try parser.numberIfAny()
      case .parentModule: parentModule = try parser.stringIfAny()
      case .replay: isReplay = try parser.bool()
      case .response: response = try parser.value()
      case .state: state = try parser.word()
      case .totalNs: totalNanoseconds = try parser.number()
      case .type: try parser.expect(type: "dispatch")
      }
    }
  }
}

extension HandlerSpan {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case claimedBy = "claimed_by"
    case error, module
    case moduleId = "module_id"
    case order, outcome, parent, part
    case selfNs = "self_ns"
    case startNs = "start_ns"
    case suspendedNs = "suspended_ns"
    case totalNs = "total_ns"
    case value
  }

  private static let keys = LineKeys<Key>(optional: [.claimedBy, .error, .parent, .part, .suspendedNs])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      module: "", moduleID: ModuleID(rawValue: 0), order: 0, outcome: .returned, value: .null, startNanoseconds: 0,
      selfNanoseconds: 0, totalNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .claimedBy: claimedBy = try parser.stringIfAny()
      case .error: error = try parser.stringIfAny()
      case .module: module = try parser.string()
      case .moduleId: moduleID = ModuleID(rawValue: try parser.number())
      case .order: order = try parser.number()
      case .outcome: outcome = Outcome(rawValue: try parser.string())
      case .parent: parent = try parser.numberIfAny()
      case .part: part = try parser.stringIfAny()
      case .selfNs: selfNanoseconds = try parser.number()
      case .startNs: startNanoseconds = try parser.number()
      case .suspendedNs: suspendedNanoseconds = try parser.numberIfAny()
      case .totalNs: totalNanoseconds = try parser.number()
      case .value: value = try parser.value()
      }
    }
  }
}
