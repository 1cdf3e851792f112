import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The dispatches that a history keeps, and how it finds them.
@Suite(.inTurn, .serialized) struct HistoryTests {
  private func dispatch(_ id: UInt64, _ event: String = "e", parent: UInt64? = nil, spans: Int = 0) -> DispatchEntry {
    DispatchEntry(
      id: DispatchID(rawValue: id), parent: parent.map(DispatchID.init), event: event, arguments: .null,
      atNanoseconds: id * 100, totalNanoseconds: id,
      response: .null, state: .active, isOutOfState: false,
      handlers: (0..<spans).map { index in
        HandlerSpan(
          module: "M\(index)", moduleID: ModuleID(rawValue: UInt64(index)), order: index + 1, outcome: .returned,
          value: .null, startNanoseconds: 0, selfNanoseconds: id, totalNanoseconds: id)
      })
  }

  /// Two top-level dispatches. The second has two nested ones, one inside the other.
  private var nested: History {
    var history = History()
    for entry in [dispatch(1, "a"), dispatch(4, "c", parent: 3), dispatch(3, "b", parent: 2), dispatch(2, "a")] {
      history.add(entry)
    }
    return history
  }

  @Test func nestedDispatchesAreFoundByTheirParent() {
    let history = nested
    expectEqual(history.children(of: 2).map(\.id), [3])
    expectEqual(history.children(of: 3).map(\.id), [4])
    expectEqual(history.childCount(of: 2), 1)
    #expect(history.children(of: 1).isEmpty)
    expectEqual(history.latest?.id, 2)
  }

  @Test func stepsGoThroughTopLevelDispatchesOrThroughAll() throws {
    let history = nested
    let last = try #require(history.latestPlace)
    expectEqual(history.place(before: last, nested: false), 0)
    expectEqual(history.place(before: last, nested: true), 2)
    #expect(history.place(before: 0, nested: false) == nil)
    #expect(history.place(before: 0, nested: true) == nil)
    expectEqual(history.place(after: 0, nested: false), 3)
    expectEqual(history.place(after: 0, nested: true), 1)
    #expect(history.place(after: last, nested: false) == nil)
    #expect(history.place(after: last, nested: true) == nil)
    expectEqual([0, 1, 3, 4].map { history.topLevelCount(upTo: $0) }, [1, 1, 2, nil])
    expectEqual(history.firedCount, 2)
    expectEqual(history.dispatch(at: 1)?.id, 4)
    expectEqual(history.place(of: 4), 1)
    expectEqual(history.places(of: "a").map { $0 }, [0, 3])
  }

  @Test func positionsStayWhenOlderDispatchesAreForgotten() {
    var history = History()
    let count = UInt64(History.dispatchLimit) + 10
    for id in 1...count { history.add(dispatch(id, id % 2 == 0 ? "even" : "odd", parent: id % 5 == 0 ? id + 1 : nil)) }
    expectEqual(history.forgottenCount, 10)
    expectEqual(history.dispatches.count, History.dispatchLimit)
    #expect(history.dispatch(at: 9) == nil)
    expectEqual(history.dispatch(at: 10)?.id, 11)
    #expect(history.place(of: 10) == nil)
    expectEqual(history.places(of: "odd").first, 10)
    expectEqual(history.places(of: "even").first, 11)
    #expect(history.children(of: 6).isEmpty, "its child was forgotten")
    expectEqual(history.children(of: 16).map(\.id), [15])
    expectEqual(history.place(before: 11, nested: false), 10)
    #expect(history.place(before: 10, nested: false) == nil)
    expectEqual(history.place(after: 3, nested: true), 10, "after a forgotten dispatch comes the oldest kept one")
    #expect(history.topLevelCount(upTo: 3) == nil, "it is not kept")
    expectEqual(history.forgottenTopLevelCount, 8, "of ten, two were sent by others")
    expectEqual(history.firedCount, 8 + history.dispatches.count { $0.parent == nil })
  }

  @Test func theNumberOfSpansIsLimited() {
    var history = History()
    for id in 1...50 as ClosedRange<UInt64> { history.add(dispatch(id, spans: 1_000)) }
    expectEqual(history.dispatches.count, History.spanLimit / 1_000)
    expectEqual(history.forgottenCount, 10)
    expectEqual(history.places(of: "e").count, 40)
  }

  /// Compares each result with a linear search.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func lookupsAgreeWithALinearSearch(seed: UInt64) {
    var random = SplitMix(state: seed)
    var history = History()
    var all: [DispatchEntry] = []
    for id in 1...UInt64(2_500) {
      let parent = random.next() % 3 == 0 ? id + random.next() % 4 : nil
      let entry = dispatch(id, "e\(random.next() % 3)", parent: parent, spans: Int(random.next() % 40))
      all.append(entry)
      history.add(entry)
    }
    let kept = all.suffix(history.dispatches.count)
    expectEqual(history.dispatches.map(\.id), kept.map(\.id))
    expectEqual(history.forgottenCount, all.count - kept.count)
    #expect(kept.reduce(0) { $0 + $1.handlers.count } <= History.spanLimit)
    for event in ["e0", "e1", "e2"] {
      expectEqual(history.places(of: event).map { $0 }, kept.indices.filter { all[$0].event == event })
    }
    let topLevel = kept.indices.filter { all[$0].parent == nil }
    expectEqual(history.topLevelCount, topLevel.count)
    for place in kept.indices where place % 17 == 0 {
      expectEqual(history.children(of: all[place].id).map(\.id), kept.filter { $0.parent == all[place].id }.map(\.id))
      expectEqual(history.place(before: place, nested: false), topLevel.last { $0 < place })
      expectEqual(history.place(after: place, nested: false), topLevel.first { $0 > place })
      expectEqual(history.topLevelCount(upTo: place), all[...place].count { $0.parent == nil })
    }
  }
}
