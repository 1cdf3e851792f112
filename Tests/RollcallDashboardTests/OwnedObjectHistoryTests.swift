import OrderedCollections
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Compares the ownership log with a slow, simple model.
@Suite(.inTurn, .serialized) struct OwnedObjectHistoryTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func rowsAndSumsMatchThePlainModel(seed: UInt64) {
    var random = SplitMix(state: seed)
    var journal = RandomJournal()
    var log = OwnedObjectHistory()
    var plain = PlainLog()
    let queries = [
      "", "", "m1", "timer", "open", "overdue", "late", "releasing", "m2 request", "released app", "zzz", "n3",
    ]
    for step in 0..<600 {
      let entry = journal.next(&random)
      log.apply(entry)
      plain.apply(entry)
      if random.next() % 40 == 0 {
        plain.query = queries[Int(random.next() % UInt64(queries.count))]
      }
      guard random.next() % 3 == 0 else { continue }
      log.settle()
      let expected = plain.rows
      let context = "step \(step), query '\(plain.query)'"
      let rows = rows(log, plain.query)
      expectEqual(rows.rows.map(\.words), expected.map(\.words), "\(context)")
      expectEqual(expected.map { rows.row(of: $0.id) }, Array(expected.indices), "\(context)")
      expectEqual(log.overdueCount, plain.overdueCount, "\(context)")
      expectEqual(log.hasStillAlive, plain.hasStillAlive, "\(context)")
      expectEqual(rows.objectCount, plain.objectCount, "\(context)")
      if !plain.query.isEmpty { expectEqual(rows.matchCount, expected.count(where: \.isObject), "\(context)") }
      expectEqual(log.releasingCount, plain.owners.reduce(0) { $0 + $1.releasing.count }, "\(context)")
      expectEqual(log.liveCount, plain.owners.reduce(0) { $0 + $1.live.count }, "\(context)")
    }
  }

  @Test func countsIncludeForgottenRows() {
    var log = OwnedObjectHistory()
    let count = OwnedObjectHistory.limit + 300
    for number in 1...count {
      log.apply(.owned(owned(number, of: 1 + number % 3)))
      log.apply(.released(released(number, of: 1 + number % 3, reason: number % 2 == 0 ? .finished : .cancelled)))
    }
    log.settle()
    expectEqual(log.forgottenCount, 300)
    expectEqual(rows(log).objectCount, OwnedObjectHistory.limit)
    let total = log.owners.values.reduce(0) { $0 + ($1.cleanedCounts["request"]?.values.reduce(0, +) ?? 0) }
    expectEqual(total, count)
  }

  @Test func aFilterForgetsTheSameRows() {
    var log = OwnedObjectHistory()
    for number in 1...(OwnedObjectHistory.limit + 40) {
      log.apply(.released(released(number, of: 1, reason: number % 2 == 0 ? .finished : .cancelled)))
    }
    log.settle()
    let rows = rows(log, "finished")
    expectEqual(rows.matchCount, OwnedObjectHistory.limit / 2)
    expectEqual(rows.rows[1].object?.released?.number, 42)
  }

  /// A server gives each request a bag, whose objects all finish before it goes.
  @Test func ownersWhoseObjectsAllFinishedAreForgotten() {
    var log = OwnedObjectHistory()
    for owner in 1...(3 * OwnedObjectHistory.limit) {
      log.apply(.owned(owned(owner, of: owner)))
      log.apply(.released(released(owner, of: owner, reason: .finished)))
    }
    log.settle()
    #expect(log.owners.count == OwnedObjectHistory.limit && log.shown.count == OwnedObjectHistory.limit)
    #expect(log.forgottenCount == 2 * OwnedObjectHistory.limit && log.liveCount == 0)
  }

  /// A module that comes and goes leaves a heading each time, even if it owns nothing.
  @Test func ownersThatOwnedNothingAreForgotten() {
    var log = OwnedObjectHistory()
    for owner in 1...UInt64(3 * OwnedObjectHistory.limit) {
      var entry = ModuleEntry(atNanoseconds: owner)
      (entry.change, entry.owner, entry.name) = (.removed, OwnerID(rawValue: owner), "Feed")
      log.apply(.module(entry))
      (entry.change, entry.tookNanoseconds) = (.freed, 1)
      log.apply(.module(entry))
    }
    log.settle()
    #expect(log.owners.count == OwnedObjectHistory.limit && log.shown.count == OwnedObjectHistory.limit)
  }

  private func rows(_ log: OwnedObjectHistory, _ query: String = "") -> CleanupRows {
    CleanupRows(CleanupRows.Key(generation: log.generation, filter: RowFilter(query)), of: log)
  }

  private func owned(_ number: Int, of owner: Int) -> OwnedEntry {
    OwnedEntry(
      OwnedObjectFacts(
        id: UInt64(number), owner: "M\(owner)", ownerID: OwnerID(rawValue: UInt64(owner)), number: number,
        kind: "request", name: "n",
        lifetime: "module"), atNanoseconds: 0)
  }

  private func released(_ number: Int, of owner: Int, reason: ReleaseReason) -> ReleasedEntry {
    ReleasedEntry(
      OwnedObjectFacts(
        id: UInt64(number), owner: "M\(owner)", ownerID: OwnerID(rawValue: UInt64(owner)), number: number,
        kind: "request", name: "n",
        lifetime: "module"), reason: reason, atNanoseconds: 0, cleanupNanoseconds: 1, thread: "main")
  }
}

// MARK: - The plain model

/// The expected log, computed from scratch each time.
private struct PlainLog {
  struct Owner {
    let id: OwnerID
    let name: String
    var isModule = false
    var removed = false
    var freed = false
    var overdue = false
    var live: [OwnedEntry] = []
    var releasing: Set<Int> = []
    /// Each entry with the step in which its cleanup began.
    var cleaned: [(entry: ReleasedEntry, began: Int)] = []
    var begun: [Int: Int] = [:]

    var isGone: Bool { removed || freed || (!isModule && cleaned.contains { $0.entry.reason == .ownerReleased }) }
    var isOverdue: Bool { overdue && !freed }
    var open: [OwnedEntry] { live.filter { isGone || releasing.contains($0.number) } }
  }

  struct Row {
    let id: RowID
    let words: String
    let isObject: Bool
  }

  var owners: [Owner] = []
  var shown: [OwnerID] = []
  var query = ""

  private var step = 0

  mutating func apply(_ entry: AnyEntry) {
    step += 1
    switch entry {
    case .module(let entry):
      let index = place(entry.owner, entry.name)
      owners[index].isModule = true
      if entry.change == .removed {
        owners[index].removed = true
        show(index)
      }
      if entry.change == .freed { owners[index].freed = true }
    case .owned(let entry):
      owners[place(entry.ownerID, entry.owner)].live.append(entry)
    case .releasing(let entry):
      let index = place(entry.ownerID, entry.owner)
      if owners[index].releasing.insert(entry.number).inserted { owners[index].begun[entry.number] = step }
      show(index)
    case .released(let entry):
      let index = place(entry.ownerID, entry.owner)
      let isKnown = owners[index].releasing.remove(entry.number) != nil
      let began = isKnown ? owners[index].begun[entry.number] ?? step : step
      owners[index].live.removeAll { $0.number == entry.number }
      owners[index].cleaned.append((entry, began))
      owners[index].cleaned.sort { $0.began < $1.began }
      show(index)
    case .overdue(let entry):
      let index = place(entry.owner, entry.name)
      owners[index].removed = true
      owners[index].overdue = true
      show(index)
    default: break
    }
  }

  private mutating func place(_ id: OwnerID, _ name: String) -> Int {
    if let index = owners.firstIndex(where: { $0.id == id }) { return index }
    owners.append(Owner(id: id, name: name))
    return owners.count - 1
  }

  private mutating func show(_ index: Int) {
    let owner = owners[index]
    if owner.removed, !owner.cleaned.isEmpty, !owner.freed { shown.removeAll { $0 == owner.id } }
    if !shown.contains(owner.id) { shown.append(owner.id) }
  }

  private var shownOwners: [Owner] { shown.compactMap { id in owners.first { $0.id == id } } }

  private func fits(_ texts: String...) -> Bool {
    query.lowercased().split(separator: " ").allSatisfy { word in
      texts.contains { $0.lowercased().contains(word) }
    }
  }

  var rows: [Row] {
    shownOwners.flatMap { owner -> [Row] in
      let open = owner.open.sorted { $0.number > $1.number }
      let openRows = open.filter {
        let word =
          owner.releasing.contains($0.number)
          ? "releasing" : $0.lifetime == "application" ? "until app ends" : owner.isOverdue ? "OVERDUE" : "open"
        return fits(owner.name, $0.kind, $0.name, word)
      }
      let cleanedRows = owner.cleaned.map(\.entry).filter {
        fits(owner.name, $0.kind, $0.name, $0.word, $0.isLateRelease ? "late" : "")
      }
      let hasNone = open.isEmpty && owner.cleaned.isEmpty
      if openRows.isEmpty, cleanedRows.isEmpty, !query.isEmpty, !(hasNone && fits(owner.name)) { return [] }
      return [Row(id: .object(owner.id, nil), words: owner.name, isObject: false)]
        + openRows.map { Self.row("open", owner.id, $0.number, "\($0.kind) \($0.name)") }
        + cleanedRows.map { Self.row("cleaned", owner.id, $0.number, "\($0.kind) \($0.name)") }
    }
  }

  private static func row(_ state: String, _ owner: OwnerID, _ number: Int, _ name: String) -> Row {
    Row(
      id: .object(owner, number), words: "\(state) \(number) \(name)", isObject: true)
  }

  var overdueCount: Int {
    shownOwners.filter(\.isOverdue).reduce(0) { sum, owner in
      sum + max(1, owner.live.count { $0.lifetime != "application" && !owner.releasing.contains($0.number) })
    }
  }

  var hasStillAlive: Bool { shownOwners.contains { $0.removed && !$0.freed } }
  var objectCount: Int { shownOwners.reduce(0) { $0 + $1.open.count + $1.cleaned.count } }
}

extension CleanupRows.Row {
  fileprivate var words: String {
    guard let object else { return owner.name }
    return "\(object.released == nil ? "open" : "cleaned") \(object.number) \(object.kind) \(object.name)"
  }
}

// MARK: - Random entries

/// Entries that modules and bags can write: objects come and go in any order, owners are removed, overdue and freed.
private struct RandomJournal {
  private var numbers: [OwnerID: Int] = [:]
  private var live: [OwnerID: [OwnedEntry]] = [:]
  private var overdue: Set<OwnerID> = []
  /// When the asynchronous cleanups began, by object.
  private var begun: [UInt64: UInt64] = [:]
  private var now: UInt64 = 0

  mutating func next(_ random: inout SplitMix) -> AnyEntry {
    now += 1
    let owner = OwnerID(rawValue: 1 + random.next() % 9)
    let name = "M\(owner)"
    switch random.next() % 20 {
    case 0: return .module(module(.removed, owner, name))
    case 1:
      overdue.insert(owner)
      return .overdue(OverdueEntry(name: name, owner: owner, atNanoseconds: now, afterNanoseconds: 1))
    case 2: return .module(module(.freed, owner, name))
    case 3: return begin(owner, name, &random)
    case 4...12: return .owned(acquire(owner, name, &random))
    default: return release(owner, name, &random)
    }
  }

  private func module(_ change: ModuleEntry.Change, _ owner: OwnerID, _ name: String) -> ModuleEntry {
    ModuleEntry(
      change: change, id: ModuleID(rawValue: owner.rawValue), name: name, order: 1, isMain: false, isOn: true,
      owner: owner,
      atNanoseconds: now, handles: [])
  }

  private mutating func acquire(_ owner: OwnerID, _ name: String, _ random: inout SplitMix) -> OwnedEntry {
    let number = numbers[owner, default: 0] + 1
    numbers[owner] = number
    let breakdown = ["timer", "request", "observer"]
    let entry = OwnedEntry(
      OwnedObjectFacts(
        id: now, owner: name, ownerID: owner, number: number, kind: breakdown[Int(random.next() % 3)],
        name: "N\(random.next() % 5)", lifetime: random.next() % 6 == 0 ? "application" : "module"), atNanoseconds: now)
    live[owner, default: []].append(entry)
    return entry
  }

  /// Begins the asynchronous cleanup of an object. Some begin twice, as a damaged recording can claim.
  private mutating func begin(_ owner: OwnerID, _ name: String, _ random: inout SplitMix) -> AnyEntry {
    guard let objects = live[owner], !objects.isEmpty else { return .owned(acquire(owner, name, &random)) }
    let entry = objects[Int(random.next() % UInt64(objects.count))]
    begun[entry.id] = begun[entry.id] ?? now
    return .releasing(
      ReleasingEntry(
        OwnedObjectFacts(
          id: entry.id, owner: name, ownerID: owner, number: entry.number, kind: entry.kind, name: entry.name,
          lifetime: entry.lifetime), reason: .cancelled, atNanoseconds: now))
  }

  private mutating func release(_ owner: OwnerID, _ name: String, _ random: inout SplitMix) -> AnyEntry {
    guard let count = live[owner]?.count, count > 0 else { return .owned(acquire(owner, name, &random)) }
    let index = random.next() % 2 == 0 ? count - 1 : Int(random.next() % UInt64(count))
    guard let entry = live[owner]?.remove(at: index) else { return .gap(GapEntry(dropped: 0)) }
    let reasons: [ReleaseReason] = [.ownerReleased, .cancelled, .finished, .replaced, .event, .applicationEnd]
    return .released(
      ReleasedEntry(
        OwnedObjectFacts(
          id: entry.id, owner: name, ownerID: owner, number: entry.number, kind: entry.kind, name: entry.name,
          lifetime: entry.lifetime), reason: reasons[Int(random.next() % 6)],
        atNanoseconds: begun[entry.id] ?? now, cleanupNanoseconds: 1,
        thread: "main", isLateRelease: overdue.contains(owner)))
  }
}
