import Dispatch
import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallTestingAdditions
import Testing

/// The order of a notification's observers, and changes during its delivery.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ObservationOrderTests {
  let center = NotificationCenter()
  let name = Notification.Name("userDidLogOut")
  let log = Log()

  private func post(_ object: AnyObject? = nil) { center.post(name: name, object: object) }

  @Test func higherLevelsComeFirstThenOlderObserversWhateverTheirOwner() {
    let (one, two) = (Owner(), Owner())
    for (index, level) in [0, -1, 1, 0, 1, -1, Int.max, Int.min].enumerated() {
      let owner = index.isMultiple(of: 2) ? one : two
      owner.owned.observe(name, named: "\(index)", level: level, center: center) { [log] in log.add("\(index)") }
    }
    post()
    expectEqual(log.lines, ["6", "2", "4", "0", "3", "1", "5", "7"])
    withExtendedLifetime((one, two)) {}
  }

  @Test func theOrderHoldsAcrossModules() throws {
    final class Listener: Module {
      let owned = OwnedObjects()
      init(_ name: String, level: Int, center: NotificationCenter, log: Log) {
        owned.observe(Notification.Name("userDidLogOut"), level: level, center: center) { log.add(name) }
      }
    }
    let composite = CompositeDelegate()
    for (name, level) in [("Feed", 0), ("Session", 10), ("Store", 0), ("Payments", 5)] {
      try composite.register(name) { [center, log] in Listener(name, level: level, center: center, log: log) }
    }
    post()
    expectEqual(log.lines, ["Session", "Payments", "Feed", "Store"])
    try composite.remove("Session")
    try composite.remove("Feed")
    try composite.restore("Feed")
    post()
    expectEqual(log.lines.suffix(3), ["Payments", "Store", "Feed"])
  }

  @Test func mainActorObserversAndOthersShareOneOrder() {
    let owner = Owner()
    owner.owned.observe(name, named: "a", level: 1, center: center) { [log] in log.add("1") }
    owner.owned.observe(name, named: "b", level: 2, center: center, onAnyThread: { [log] _ in log.add("2") })
    owner.owned.observe(name, named: "c", level: 3, center: center) { [log] in log.add("3") }
    post()
    expectEqual(log.lines, ["3", "2", "1"])
  }

  @Test func mainActorObserversAreInOrderForAPostFromElsewhere() async {
    let owner = Owner()
    for level in 1...5 {
      owner.owned.observe(name, named: "\(level)", level: level, center: center) { [log] in log.add("\(level)") }
    }
    owner.owned.observe(name, named: "0", center: center, onAnyThread: { [log] _ in log.add("elsewhere") })
    await Task.detached { [center, name] in center.post(name: name, object: nil) }.value
    await eventually { log.lines.count == 6 }
    expectEqual(log.lines, ["elsewhere", "5", "4", "3", "2", "1"])
  }

  @Test func namesAndCentersAreSeparate() {
    let other = NotificationCenter()
    let owner = Owner()
    owner.owned.observe(name, center: center) { [log] in log.add("here") }
    owner.owned.observe(name, named: "there", center: other) { [log] in log.add("there") }
    owner.owned.observe(Notification.Name("another"), center: center) { [log] in log.add("another") }
    post()
    expectEqual(log.lines, ["here"])
    other.post(name: name, object: nil)
    expectEqual(log.lines, ["here", "there"])
  }

  @Test func observersOfOneObjectHearOnlyItsNotifications() {
    final class Player {}
    let (player, other, owner) = (Player(), Player(), Owner())
    owner.owned.observe(name, named: "one", object: player, center: center) { [log] in log.add("one") }
    owner.owned.observe(name, named: "all", center: center) { [log] in log.add("all") }
    post(player)
    expectEqual(log.lines, ["one", "all"])
    post(other)
    post()
    expectEqual(log.lines, ["one", "all", "all", "all"])
  }

  /// Guards against the fault of another system: the death of a watched object ended all registrations.
  @Test func theDeathOfAWatchedObjectEndsNoOtherObservation() {
    final class Player {}
    let (survivor, owner, journal) = (Player(), Owner(), Journal())
    let another = Owner(journal)
    var player: Player? = Player()
    weak let probe = player
    owner.owned.observe(name, named: "dying", object: player, center: center) { [log] in log.add("dying") }
    owner.owned.observe(name, named: "surviving", object: survivor, center: center) { [log] in log.add("surviving") }
    owner.owned.observe(name, named: "all", center: center) { [log] in log.add("all") }
    another.owned.observe(name, named: "dying too", object: player, center: center) { [log] in log.add("dying too") }
    another.owned.observe(name, center: center) { [log] in log.add("another") }
    player = nil
    #expect(probe == nil, "Watching does not keep it alive.")
    post(survivor)
    expectEqual(log.lines, ["surviving", "all", "another"])
    // A new object can have the dead one's address. It must not be taken for it.
    let heirs = (0..<64).map { _ in Player() }
    for heir in heirs { post(heir) }
    #expect(!log.lines.contains { $0.hasPrefix("dying") })
    #expect(journal.releases.isEmpty)
    #expect(owner.owned.count == 3 && another.owned.count == 2)
  }

  @Test func anObserverThatIsEndedMeanwhileIsNotCalled() {
    let owner = Owner()
    var victim: OwnedObject?
    owner.owned.observe(name, named: "first", level: 1, center: center) { [log] in
      log.add("first")
      victim?.cancel()
    }
    victim = owner.owned.observe(name, named: "victim", center: center) { [log] in log.add("victim") }
    owner.owned.observe(name, named: "last", center: center) { [log] in log.add("last") }
    post()
    expectEqual(log.lines, ["first", "last"])
  }

  @Test func anObserverAddedMeanwhileHearsOnlyTheNextPost() {
    let owner = Owner()
    let registrar = Owner()
    owner.owned.observe(name, center: center) { [log, center, name] in
      log.add("old")
      registrar.owned.observe(name, level: 9, center: center) { log.add("new") }
    }
    post()
    expectEqual(log.lines, ["old"])
    post()
    expectEqual(log.lines, ["old", "new", "old"])
  }

  @Test func nestedPostsAreDeliveredDepthFirst() {
    let (owner, depth) = (Owner(), Count())
    owner.owned.observe(name, named: "a", level: 1, center: center) { [log, center, name] in
      log.add("a")
      depth.raise()
      if depth.value == 1 { center.post(name: name, object: nil) }
    }
    owner.owned.observe(name, named: "b", center: center) { [log] in log.add("b") }
    post()
    expectEqual(log.lines, ["a", "a", "b", "b"])
  }

  @Test func anOwnerCanDieInItsObserversCallBeforeANestedPost() {
    final class Box { var owner: Owner? = Owner() }
    let box = Box()
    box.owner?.owned.observe(name, named: "a", level: 1, center: center) { [log, center, name] in
      log.add("a")
      guard box.owner != nil else { return }
      box.owner = nil
      center.post(name: name, object: nil)
    }
    box.owner?.owned.observe(name, named: "b", center: center) { [log] in log.add("b") }
    post()
    expectEqual(log.lines, ["a"])
  }

  @Test func aReplacedObservationIsEndedFirst() {
    let owner = Owner()
    owner.owned.observe(name, named: "logout", center: center) { [log] in log.add("old") }
    owner.owned.observe(name, named: "logout", center: center) { [log] in log.add("new") }
    post()
    expectEqual(log.lines, ["new"])
    expectEqual(owner.owned.count, 1)
  }

  /// Threads post, observe and end at once: no observer is called after its end, and the center is left as it was.
  @Test func observersThatComeAndGoDuringPostsLeaveNothingBehind() async {
    let (center, name) = (center, name)
    let calls = Count()
    await concurrently(4) { worker in
      for round in 0..<500 {
        if worker == 0 {
          center.post(name: name, object: nil)
        } else {
          let owner = Owner()
          let handle = owner.owned.observe(
            name, level: round % 3, center: center,
            onAnyThread: { _ in calls.raise() })
          if round.isMultiple(of: 2) { center.post(name: name, object: nil) }
          if round.isMultiple(of: 3) { handle.cancel() }
        }
      }
    }
    #expect(calls.value >= 750, "Each observer hears at least its own posts.")
    let before = calls.value
    center.post(name: name, object: nil)
    expectEqual(calls.value, before)
  }

  /// An observation and its owner can be released while a call is under way on another thread.
  @Test func anObservationCanDieDuringADeliveryOnAnotherThread() async {
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = Count()
    var owner: Owner? = Owner()
    weak let probe = owner
    owner?.owned.observe(
      name, center: center,
      onAnyThread: { _ in
        begun.signal()
        goOn.wait()
        ended.raise()
      })
    let posted = Count()
    // Dedicated threads wait here: tasks have only a few.
    Thread.detachNewThread { [center, name] in
      center.post(name: name, object: nil)
      posted.raise()
    }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        begun.wait()
        done.resume()
      }
    }
    owner = nil
    #expect(probe == nil, "The release does not wait for the call.")
    expectEqual(ended.value, 0)
    goOn.signal()
    await eventually { posted.value == 1 }
    expectEqual(ended.value, 1, "The call runs to its end.")
    post()
    expectEqual(ended.value, 1)
  }
}
