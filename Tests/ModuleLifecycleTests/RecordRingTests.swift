import Synchronization
import Testing

@testable import ModuleLifecycle

@Suite struct RecordRingTests {
  private final class Element: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func aQueueKeepsItsOrderAroundItsEndAndWhileItGrows() {
    var queue = RingQueue<Element>(capacity: 4)
    var (first, next) = (0, 0)
    for (coming, going) in [(3, 2), (3, 0), (1, 4), (0, 1), (9, 3), (40, 41)] {
      for _ in 0..<coming {
        queue.append(Element(next))
        next += 1
      }
      for _ in 0..<going {
        let removed = queue.removeFirst().number
        #expect(removed == first)
        first += 1
      }
      let numbers = (0..<queue.count).map { queue[$0].number }
      #expect(numbers == Array(first..<next))
    }
  }

  @Test func whatIsLeftInAQueueDiesWithIt() {
    weak var (gone, left): (Element?, Element?)
    do {
      var queue = RingQueue<Element>(capacity: 2)
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
    defer { for bag in bags { bag.close() } }
    var expected: [String] = []
    for step in 0..<500 {
      let bag = bags[step / 7 % 3]
      let name = "\(step)"
      _ = bag.own(.file, name, lifetime: .module, detail: nil, holding: nil, cleanup: .anywhere {})
      if step % 5 == 0 { journal.note(output: name, by: nil) }
      expected.append("\(bag.owner.name) \(name)")
    }
    let found = journal.entries.compactMap { entry in
      if case .owned(let owned) = entry { "\(owned.owner) \(owned.name)" } else { nil }
    }
    #expect(found.count > 10)
    #expect(found == expected.suffix(found.count))
  }

  /// An event that looks into the journal, and at a bag, when it dies: it would wait for ever if they were locked.
  private struct Curious: LifecycleEvent {
    final class Eye: Sendable {
      let journal: Journal
      let bag: OwnershipLedger
      let seen: Atomic<Int>

      init(_ journal: Journal, _ bag: OwnershipLedger) {
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

    static var example: Curious { Curious(death: nil) }
    let death: Death?

    init(death: Death?) { self.death = death }
    init(from decoder: any Decoder) throws { death = nil }
    func encode(to encoder: any Encoder) throws {}
  }

  @MainActor @Test func whatHasToGoDiesOutsideOfAllLocks() {
    let journal = Journal(capacity: 100)
    let composite = CompositeDelegate(journal: journal)
    let bag = Owner(name: "Player", journal: journal).openBag()
    defer { bag.close() }
    let eye = Curious.Eye(journal, bag)
    composite.send(Curious(death: Curious.Death(eye)))
    #expect(eye.seen.load(ordering: .relaxed) == 0)
    _ = bag.own(.file, "a", lifetime: .module, detail: nil, holding: nil, cleanup: .anywhere {})
    #expect(eye.seen.load(ordering: .relaxed) == 2, "the row that took its place, and the object")
    composite.send(Curious(death: Curious.Death(eye)))
    journal.note(output: "b", by: nil)
    #expect(eye.seen.load(ordering: .relaxed) == 4, "the line, and the object")
  }
}
