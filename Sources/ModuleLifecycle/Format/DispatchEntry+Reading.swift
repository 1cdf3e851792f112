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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      id: 0, parent: nil, parentModule: nil, event: "", arguments: .null, atNanoseconds: 0, totalNanoseconds: 0,
      response: .null, state: .notRunning, isOutOfState: false, handlers: [])
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .arguments: arguments = try cursor.value()
      case .atNs: atNanoseconds = try cursor.number()
      case .cut: isCut = try cursor.boolIfAny()
      case .event: event = try cursor.string()
      case .handlers:
        try cursor.list { cursor throws(LineProblem) in handlers.append(try HandlerSpan(reading: &cursor)) }
      case .id: id = try cursor.number()
      case .outOfState: isOutOfState = try cursor.bool()
      case .parent: parent = try cursor.numberIfAny()
      case .parentModule: parentModule = try cursor.stringIfAny()
      case .replay: isReplay = try cursor.bool()
      case .response: response = try cursor.value()
      case .state: state = try cursor.word()
      case .totalNs: totalNanoseconds = try cursor.number()
      case .type: try cursor.expect(type: "dispatch")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      module: "", moduleID: ModuleID(rawValue: 0), order: 0, outcome: .returned, value: .null, startNanoseconds: 0,
      selfNanoseconds: 0, totalNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .claimedBy: claimedBy = try cursor.stringIfAny()
      case .error: error = try cursor.stringIfAny()
      case .module: module = try cursor.string()
      case .moduleId: moduleID = ModuleID(rawValue: try cursor.number())
      case .order: order = try cursor.number()
      case .outcome: outcome = Outcome(rawValue: try cursor.string())
      case .parent: parent = try cursor.numberIfAny()
      case .part: part = try cursor.stringIfAny()
      case .selfNs: selfNanoseconds = try cursor.number()
      case .startNs: startNanoseconds = try cursor.number()
      case .suspendedNs: suspendedNanoseconds = try cursor.numberIfAny()
      case .totalNs: totalNanoseconds = try cursor.number()
      case .value: value = try cursor.value()
      }
    }
  }
}
