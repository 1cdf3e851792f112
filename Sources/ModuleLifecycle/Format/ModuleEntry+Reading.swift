extension ModuleEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case change, handles, id
    case lateRelease = "late_release"
    case main, name, on, order
    case ownerId = "owner_id"
    case parent, reason
    case tookNs = "took_ns"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.lateRelease, .parent, .reason, .tookNs])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      change: .registered, id: ModuleID(rawValue: 0), name: "", order: 0, isMain: false, isOn: false, owner: 0,
      parent: nil, atNanoseconds: 0, tookNanoseconds: nil, handles: [], reason: nil)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .change: change = Change(rawValue: try parser.string())
      case .handles: try parser.list { parser throws(LineProblem) in handles.append(try parser.string()) }
      case .id: id = ModuleID(rawValue: try parser.number())
      case .lateRelease: isLateRelease = try parser.bool()
      case .main: isMain = try parser.bool()
      case .name: name = try parser.string()
      case .on: isOn = try parser.bool()
      case .order: order = try parser.number()
      case .ownerId: owner = try parser.number()
      case .parent: parent = try parser.numberIfAny().map(ModuleID.init(rawValue:))
      case .reason: reason = try parser.stringIfAny()
      case .tookNs: tookNanoseconds = try parser.numberIfAny()
      case .type: try parser.expect(type: "module")
      }
    }
  }
}
