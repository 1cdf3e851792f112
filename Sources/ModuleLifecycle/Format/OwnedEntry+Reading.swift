extension OwnedEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case detail, dispatch, id, kind, lifetime, name, number, owner
    case ownerId = "owner_id"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.detail, .dispatch])

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .detail: detail = try cursor.stringIfAny()
      case .dispatch: dispatch = try cursor.numberIfAny()
      case .id: id = try cursor.number()
      case .kind: kind = try cursor.string()
      case .lifetime: lifetime = try cursor.string()
      case .name: name = try cursor.string()
      case .number: number = try cursor.number()
      case .owner: owner = try cursor.string()
      case .ownerId: ownerID = try cursor.number()
      case .type: try cursor.expect(type: "owned")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", reason: .finished, atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .id: id = try cursor.number()
      case .kind: kind = try cursor.string()
      case .lifetime: lifetime = try cursor.string()
      case .name: name = try cursor.string()
      case .number: number = try cursor.number()
      case .owner: owner = try cursor.string()
      case .ownerId: ownerID = try cursor.number()
      case .reason: reason = ReleaseReason(rawValue: try cursor.string())
      case .type: try cursor.expect(type: "releasing")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(
      id: 0, owner: "", ownerID: 0, number: 0, kind: "", name: "", lifetime: "", reason: .finished, atNanoseconds: 0,
      cleanupNanoseconds: 0, thread: "")
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .aliveAfter: aliveAfter = try cursor.numberIfAny()
      case .atNs: atNanoseconds = try cursor.number()
      case .cleanupNs: cleanupNanoseconds = try cursor.number()
      case .deadAfter: deadAfter = try cursor.numberIfAny()
      case .id: id = try cursor.number()
      case .kind: kind = try cursor.string()
      case .lateRelease: isLateRelease = try cursor.bool()
      case .lifetime: lifetime = try cursor.string()
      case .name: name = try cursor.string()
      case .number: number = try cursor.number()
      case .owner: owner = try cursor.string()
      case .ownerId: ownerID = try cursor.number()
      case .reason: reason = ReleaseReason(rawValue: try cursor.string())
      case .thread: thread = try cursor.string()
      case .type: try cursor.expect(type: "released")
      }
    }
  }
}
