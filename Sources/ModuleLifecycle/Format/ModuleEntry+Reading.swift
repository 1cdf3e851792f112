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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      change: .registered, id: ModuleID(rawValue: 0), name: "", order: 0, isMain: false, isOn: false, owner: 0,
      parent: nil, atNanoseconds: 0, tookNanoseconds: nil, handles: [], reason: nil)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .change: change = Change(rawValue: try cursor.string())
      case .handles: try cursor.list { cursor throws(LineProblem) in handles.append(try cursor.string()) }
      case .id: id = ModuleID(rawValue: try cursor.number())
      case .lateRelease: isLateRelease = try cursor.bool()
      case .main: isMain = try cursor.bool()
      case .name: name = try cursor.string()
      case .on: isOn = try cursor.bool()
      case .order: order = try cursor.number()
      case .ownerId: owner = try cursor.number()
      case .parent: parent = try cursor.numberIfAny().map(ModuleID.init(rawValue:))
      case .reason: reason = try cursor.stringIfAny()
      case .tookNs: tookNanoseconds = try cursor.numberIfAny()
      case .type: try cursor.expect(type: "module")
      }
    }
  }
}
