/// The objects of one bag in the order of their acquisition.
///
/// Taking one from the middle leaves its place vacant; vacant places are swept when they outnumber the objects. An object
/// is found by its handle, and by kind and name, in constant time.
struct OwnedRows: Sendable {
  private var items: ContiguousArray<OwnedItem?> = []
  private var names = NameIndex()
  private(set) var tallies: [KindTally] = []
  private var tallyByKind: [OwnedKind: UInt32] = [:]
  private var latestTally = 0
  private(set) var isClosed = false
  private(set) var count = 0

  /// Up to this many places looking at each is quicker than an index.
  private static let indexed = 12

  /// An object on its way out, with what is to be run.
  struct Taken: Sendable {
    let item: OwnedItem
    let kind: OwnedKind
    let cleanup: OwnedItem.Cleanup
  }

  /// What came of adding an object.
  enum Addition: Sendable {
    case added
    /// Another one of the same kind and name had to go first; it was taken out, and the new one was not added.
    case blocked(by: Taken)
    /// A closed bag takes nothing any more; the new one was taken instead.
    case closed(Taken)
  }

  /// The hash of a name; 0 for none.
  ///
  /// Names that differ in their last letter only, such as numbered ones, get neighbouring hashes, which keeps them
  /// together in the index and in the processor's cache.
  static func hash(_ name: String) -> UInt32 {
    if name.isEmpty { return 0 }
    var hash: UInt32 = 0x811C_9DC5
    for byte in name.utf8 {
      // Beyond ASCII one text has several spellings, which only the standard hash knows to be equal.
      guard byte < 0x80 else { return UInt32(truncatingIfNeeded: name.hashValue) | 1 }
      hash = hash &* 0x0100_0193 &+ UInt32(byte)
    }
    return max(1, hash)
  }

  /// Adds an object at the end, unless its kind and name are in use.
  ///
  /// - Parameter cleanup: The object's own, which nobody else knows yet.
  mutating func add(_ item: OwnedItem, _ kind: OwnedKind, nameHash: UInt32, cleanup: OwnedItem.Cleanup) -> Addition {
    guard !isClosed else {
      unsafe item.cleanup = nil
      return .closed(Taken(item: item, kind: kind, cleanup: cleanup))
    }
    let tally = tally(of: kind)
    let hash = Self.combine(nameHash, tally)
    if hash != 0, let other = find(item.name, tally: tally, hash: hash), let taken = take(other, .replaced) {
      return .blocked(by: taken)
    }
    unsafe item.tally = tally
    unsafe item.hash = hash
    unsafe item.place = UInt32(items.count)
    items.append(item)
    if hash != 0 { names.add(hash, at: items.count - 1, of: items) }
    tallies[Int(tally)].live += 1
    count += 1
    return .added
  }

  mutating func close() {
    isClosed = true
    names.forget()
  }

  func isLive(_ item: OwnedItem) -> Bool { unsafe item.cleanup != nil }

  /// The object of that kind and name.
  mutating func find(_ kind: OwnedKind, _ name: String, hash: UInt32) -> OwnedItem? {
    guard hash != 0, let tally = knownTally(of: kind) else { return nil }
    return find(name, tally: tally, hash: Self.combine(hash, tally))
  }

  /// The object of that number; looks at all.
  func find(_ number: UInt32) -> OwnedItem? {
    for case let item? in items where item.number == number { return item }
    return nil
  }

  /// Takes an object out, if it is there still.
  mutating func take(_ item: OwnedItem, _ cause: ReleaseCause) -> Taken? {
    guard let taken = take(item) else { return nil }
    let place = unsafe Int(item.place)
    if place == items.count - 1 { items.removeLast() } else { items[place] = nil }
    note(item, cause)
    if items.count > 32, count < items.count / 2 { sweep() }
    return taken
  }

  /// What came of taking the last object.
  enum Last: Sendable {
    case taken(Taken)
    /// It must be cleaned on the main actor, and stays until somebody asks from there.
    case waits
    case none
  }

  /// Takes the object that was acquired last, if it may be cleaned here.
  mutating func takeLast(_ cause: ReleaseCause, isOnMain: Bool) -> Last {
    while let last = items.last {
      if let item = last, let needsMain = unsafe item.cleanup?.needsMainActor {
        if needsMain, !isOnMain { return .waits }
        items.removeLast()
        note(item, cause)
        if let taken = take(item) { return .taken(taken) }
      } else {
        items.removeLast()
      }
    }
    return .none
  }

  /// What is there, in the order of acquisition.
  var live: [(item: OwnedItem, kind: OwnedKind)] {
    items.compactMap { item in item.map { unsafe ($0, tallies[Int($0.tally)].kind) } }
  }

  private func take(_ item: OwnedItem) -> Taken? {
    guard let cleanup = unsafe item.cleanup.take() else { return nil }
    return unsafe Taken(item: item, kind: tallies[Int(item.tally)].kind, cleanup: cleanup)
  }

  private mutating func note(_ item: OwnedItem, _ cause: ReleaseCause) {
    count -= 1
    unsafe tallies[Int(item.tally)].note(cause)
  }

  private mutating func sweep() {
    items.removeAll { $0 == nil }
    for (place, item) in items.enumerated() { unsafe item?.place = UInt32(place) }
    names.forget()
  }

  // MARK: Kinds and names

  /// The hash of a name together with a kind; 0 for no name.
  private static func combine(_ nameHash: UInt32, _ tally: UInt32) -> UInt32 {
    nameHash == 0 ? 0 : max(1, nameHash &+ tally &* 0x9E37_79B9)
  }

  private mutating func knownTally(of kind: OwnedKind) -> UInt32? {
    if latestTally < tallies.count, tallies[latestTally].kind == kind { return UInt32(latestTally) }
    guard let known = tallyByKind[kind] else { return nil }
    latestTally = Int(known)
    return known
  }

  private mutating func tally(of kind: OwnedKind) -> UInt32 {
    if let known = knownTally(of: kind) { return known }
    latestTally = tallies.count
    tallies.append(KindTally(kind: kind))
    tallyByKind[kind] = UInt32(latestTally)
    return UInt32(latestTally)
  }

  private mutating func find(_ name: String, tally: UInt32, hash: UInt32) -> OwnedItem? {
    guard items.count > Self.indexed else {
      names.forget()
      for case let item? in items where item.bears(name, tally: tally, hash: hash) { return item }
      return nil
    }
    return names.find(hash, in: items) { $0.bears(name, tally: tally, hash: hash) }
  }
}

extension OwnedItem {
  fileprivate func bears(_ name: String, tally: UInt32, hash: UInt32) -> Bool {
    unsafe self.hash == hash && self.tally == tally && self.name == name
  }
}
