import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct JournalRingTests {
  private final class Element: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func aQueueKeepsItsOrderWhenItWrapsAroundAndGrows() {
    var queue = Ring<Element>()
    var (first, next) = (0, 0)
    for (coming, going) in [(3, 2), (3, 0), (1, 4), (0, 1), (9, 3), (40, 41)] {
      for _ in 0..<coming {
        queue.append(Element(next))
        next += 1
      }
      for _ in 0..<going {
        let removed = queue.removeFirst().number
        expectEqual(removed, first)
        first += 1
      }
      let numbers = (0..<queue.count).map { queue[$0].number }
      expectEqual(numbers, Array(first..<next))
    }
  }

  @Test func theRemainingElementsDieWithTheQueue() {
    weak var (gone, left): (Element?, Element?)
    do {
      var queue = Ring<Element>()
      for number in 0..<3 {
        let element = Element(number)
        if number == 0 { gone = element }
        if number == 2 { left = element }
        queue.append(element)
      }
      _ = queue.removeFirst()
      #expect(gone == nil)
      queue.append(Element(3))
      #expect(left != nil)
    }
    #expect(left == nil)
  }

  @Test func eachObjectKeepsItsOwnerAsLongAsItsRecord() {
    let journal = Journal(capacity: 4_000)
    let bags = (0..<3).map { Owner(name: "Owner \($0)", journal: journal).openBag() }
    defer { for bag in bags { bag.close(.ownerReleased) } }
    var expected: [String] = []
    for step in 0..<500 {
      let bag = bags[step / 7 % 3]
      let name = "\(step)"
      _ = bag.own(.file, name)
      if step % 5 == 0 { journal.note(output: name, by: nil) }
      expected.append("\(bag.owner?.name ?? "") \(name)")
    }
    let found = journal.entries.compactMap { entry in
      if case .owned(let owned) = entry { "\(owned.owner) \(owned.name)" } else { nil }
    }
    #expect(found.count > 10)
    expectEqual(found, expected.suffix(found.count))
  }

  private struct Crowd: LifecycleEvent {
  }

  /// Writes records of all kinds and sizes, one far larger than a segment, to a journal that keeps few. Readers get
  /// what was written, whole and in order, wherever they begin.
  @MainActor @Test(arguments: [100, 2_000, 40_000, 1 << 20]) func aFullRingKeepsTheLatest(capacity: Int) throws {
    let journal = Journal(capacity: capacity)
    let composite = CompositeDelegate(journal: journal)
    for number in 0..<600 {
      try composite.register("Module \(number)") {
        Probe("\(number)") {
          $0.on(Crowd.self) { _, _ in }
          if number < 3 { $0.on(Tick.self) { _, _ in } }
        }
      }
    }
    let bag = Owner(name: "Owner", journal: journal).openBag()
    defer { bag.close(.ownerReleased) }
    let patient = journal.reader(from: .next)
    let beginning = patient.next
    var written: [String] = []
    for step in 0..<400 {
      switch step % 5 {
      case 0:
        written.append("owned \(step)")
        _ = bag.own(.file, "\(step)")
      case 1:
        written.append("output \(step)")
        journal.note(output: "\(step)", by: nil)
      case 2 where step % 50 == 2:
        written.append("calls 600")
        composite.send(Crowd())
      default:
        written.append("calls 3")
        composite.send(Tick())
      }
    }
    func word(_ entry: AnyEntry) -> String? {
      switch entry {
      case .owned(let owned): "owned \(owned.name)"
      case .output(let output): "output \(output.line)"
      case .dispatch(let dispatch): "calls \(dispatch.handlers.count)"
      default: nil
      }
    }
    var (found, dropped) = ([String](), UInt64(0))
    while case let entries = patient.readAny(limit: 7), !entries.isEmpty {
      for entry in entries {
        if case .gap(let gap) = entry { dropped += gap.dropped } else if let word = word(entry) { found.append(word) }
      }
    }
    expectEqual(Int(dropped) + found.count, written.count)
    #expect(!found.isEmpty && found == Array(written.suffix(found.count)))
    let late = journal.reader()
    _ = late.skip(to: beginning + UInt64(written.count) - 1)
    expectEqual(late.readAny().compactMap(word), Array(written.suffix(1)))
  }

  /// An event that reads the journal and a bag when it dies. If they were locked, it would deadlock.
  private struct Curious: LifecycleEvent {
    final class Eye: Sendable {
      let journal: Journal
      let bag: Bag
      let seen: Atomic<Int>

      init(_ journal: Journal, _ bag: Bag) {
        self.journal = journal
        self.bag = bag
        seen = Atomic(0)
      }

      func look() { seen.add(journal.entries.count + bag.liveCount, ordering: .relaxed) }
    }

    final class Death: Sendable {
      let eye: Eye
      init(_ eye: Eye) { self.eye = eye }
      deinit { eye.look() }
    }

    let death: Death?

    init(death: Death?) { self.death = death }
    init(from decoder: any Decoder) throws { death = nil }
    func encode(to encoder: any Encoder) throws {}
  }

  @MainActor @Test func removedRecordsDieOutsideOfAllLocks() {
    let journal = Journal(capacity: 100)
    let composite = CompositeDelegate(journal: journal)
    let bag = Owner(name: "Player", journal: journal).openBag()
    defer { bag.close(.ownerReleased) }
    let eye = Curious.Eye(journal, bag)
    composite.send(Curious(death: Curious.Death(eye)))
    expectEqual(eye.seen.load(ordering: .relaxed), 0)
    _ = bag.own(.file, "a")
    expectEqual(eye.seen.load(ordering: .relaxed), 2, "the row that took its place, and the object")
    composite.send(Curious(death: Curious.Death(eye)))
    journal.note(output: "b", by: nil)
    expectEqual(eye.seen.load(ordering: .relaxed), 4, "the line, and the object")
  }
}

extension Bag {
  fileprivate func own(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    owner.map { own(kind, name, nil, for: $0, cleanup: .anywhere {}) }
  }
}
