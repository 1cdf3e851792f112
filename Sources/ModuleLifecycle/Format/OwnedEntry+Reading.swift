extension OwnedEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case detail, dispatch, id, kind, lifetime, name, number, owner
    case ownerId = "owner_id"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.detail, .dispatch])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .detail: detail = try parser.stringIfAny()
      case .dispatch: dispatch = try parser.numberIfAny()
      case .id: id = try parser.number()
      case .kind: kind = try parser.string()
      case .lifetime: lifetime = try parser.string()
      case .name: name = try parser.string()
      case .number: number = try parser.number()
      case .owner: owner = try parser.string()
      case .ownerId: ownerID = try parser.number()
      case .type: try parser.expect(type: "owned")
      }
    }
  }
}

extension ReleasingEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case id, kind, lifetime, name, number, owner
    case ownerId = "owner_id"
    case reason, type
  }

  private static let keys = LineKeys<Key>()

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", reason: .finished, atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .id: id = try parser.number()
      case .kind: kind = try parser.string()
      case .lifetime: lifetime = try parser.string()
      case .name: name = try parser.string()
      case .number: number = try parser.number()
      case .owner: owner = try parser.string()
      case .ownerId: ownerID = try parser.number()
      case .reason: reason = ReleaseReason(rawValue: try parser.string())
      case .type: try parser.expect(type: "releasing")
      }
    }
  }
}

extension ReleasedEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case aliveAfter = "alive_after"
    case atNs = "at_ns"
    case cleanupNs = "cleanup_ns"
    case deadAfter = "dead_after"
    case id, kind
    case lateRelease = "late_release"
    case lifetime, name, number, owner
    case ownerId = "owner_id"
    case reason, thread, type
  }

  private static let keys = LineKeys<Key>(optional: [.aliveAfter, .deadAfter, .lateRelease])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(
      id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", reason: .finished, atNanoseconds: 0,
      cleanupNanoseconds: 0, thread: "")
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .aliveAfter: aliveAfter = try parser.numberIfAny()
      case .atNs: atNanoseconds = try parser.number()
      case .cleanupNs: cleanupNanoseconds = try parser.number()
      case .deadAfter: deadAfter = try parser.numberIfAny()
      case .id: id = try parser.number()
      case .kind: kind = try parser.string()
      case .lateRelease: isLateRelease = try parser.bool()
      case .lifetime: lifetime = try parser.string()
      case .name: name = try parser.string()
      case .number: number = try parser.number()
      case .owner: owner = try parser.string()
      case .ownerId: ownerID = try parser.number()
      case .reason: reason = ReleaseReason(rawValue: try parser.string())
      case .thread: thread = try parser.string()
      case .type: try parser.expect(type: "released")
      }
    }
  }
}
