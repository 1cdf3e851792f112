/// Finds what may hold an object that should have been released.
enum HolderHints {
  /// The most hints to return.
  private static let limit = 5

  /// Returns the hints about an object, the most reliable first: owned objects that were declared to hold it, delegate
  /// references that are known to hold it, and its own objects whose closures may have captured it.
  static func find(
    about object: AnyObject, owner: UInt64, among bags: [Bag], references: [String]
  ) -> [HolderHint] {
    var declared: [HolderHint] = []
    var possible: [HolderHint] = []
    for bag in bags {
      for item in bag.live {
        let isOwn = item.owner.id == owner
        let holder = item.kind.title(of: item.name)
        if let hold = item.declaration?.hold, hold.holds(object) {
          declared.append(
            HolderHint(
              holder: holder, holderOwner: isOwn ? nil : item.owner.name, hold: hold.sentence, trust: .declared,
              object: item.objectID, remedy: hold.remedy))
        } else if isOwn, item.kind.mayCaptureItsOwner {
          possible.append(HolderHint(holder: holder, trust: .possible, object: item.objectID, remedy: "cancel"))
        }
      }
    }
    let found = references.map { HolderHint(holder: $0, trust: .found) }
    return Array((declared + found + possible.reversed()).prefix(limit))
  }
}

extension OwnedKind {
  /// Whether objects of this kind call a closure of their owner repeatedly.
  fileprivate var mayCaptureItsOwner: Bool { [.task, .observer, .timer, .request].contains(self) }
}
