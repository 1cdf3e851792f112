import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallDelegateLab

/// Runs the experiments and compares their results with what the language guarantees.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ExperimentTests {
  @Test func thePagesHaveAnOrderAndNames() {
    expectEqual(
      Experiment.all.map(\.id),
      [
        "release-timeline", "weak", "unowned", "unowned-unsafe", "strong", "strong-until-invalidated", "manual-nil",
        "url-session", "strong-delegate", "swap",
      ])
    for experiment in Experiment.all {
      #expect(experiment.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(experiment.question.hasSuffix("?"))
      expectEqual(Experiment.named(experiment.id)?.title, experiment.title)
    }
    #expect(Experiment.named("release") == nil)
  }

  @Test(arguments: Experiment.all.map(\.id)) func anExperimentCanBeRepeated(id: String) async throws {
    let experiment = try #require(Experiment.named(id))
    let first = await experiment.story()
    #expect(first.count >= 4)
    let second = await experiment.story()
    expectEqual(second, first, "\(first)\n\(second)")
  }

  @Test func theReleaseHasItsOrder() async {
    await expectEqual(
      Experiment.releaseTimeline.story(),
      [
        "step: A FeedScreen, a subclass of Screen, is created. Screen declares title, then its bag, then theme; "
          + "FeedScreen declares rows, then images. One owner holds it.",
        "step: Its bag owns a callback with a payload, 'page 2'.",
        "result: Before: Weak references return the screen, rows, images, title, theme.",
        "step: The owner releases the last reference.",
        "result: FeedScreen's deinit runs. It can read its own rows, '12 rows', and images, '3 images'. Weak references "
          + "return rows, images, title, theme. Those to the screen are nil.",
        "result: Screen's deinit runs, after that of its subclass. It can read its own title, 'Feed', and its "
          + "bag has 1 object.",
        "result: title is destroyed.",
        "result: The bag is destroyed and runs its callback, whose payload says 'page 2'. Weak references return rows, "
          + "images, theme. Those to the screen, title are nil.",
        "result: theme is destroyed.",
        "result: rows is destroyed.",
        "result: images is destroyed.",
        "note: All of this happened on one thread, before the releasing call returned.",
      ])
  }

  @Test func timesStartAtTheDecisiveMoment() async {
    let lines = await Experiment.releaseTimeline.lines()
    let times = lines.map(\.afterNanoseconds)
    #expect(times.prefix(4).allSatisfy { $0 == nil })
    let counted = times.compactMap(\.self)
    expectEqual(counted.count, 8)
    expectEqual(counted, counted.sorted())
    expectEqual(times.last, .some(nil), "a note has no time")
  }

  @Test func aWeakReferenceIsNilWhileItsDelegateDies() async {
    await expectEqual(
      Experiment.weak.story(),
      [
        "step: A reference with policy weak is set to Ada. One owner holds Ada.",
        "result: Before: the reference returns Ada.",
        "step: The owner releases Ada.",
        "result: Ada's deinit runs. The reference already returns nil.",
        "result: After: the reference returns nil; a call through ?. does nothing.",
        "note: Delegates should be weak: the reference keeps nothing alive and never calls a dead object.",
      ])
  }

  @Test func strongReferencesEndInTheirOwnWays() async {
    await expectEqual(
      Experiment.strong.story(),
      [
        "step: A reference with policy strong is set to Ada. One owner holds Ada.",
        "result: Before: the reference returns Ada.",
        "step: The owner releases Ada.",
        "result: The delegate is alive: the reference returns Ada.",
        "step: The reference is cleared.",
        "result: Ada's deinit runs.",
        "result: After: the reference returns nil.",
        "note: The holder of a strong delegate decides when it dies, and must remember to release it.",
      ])
    await expectEqual(
      Experiment.strongUntilInvalidated.story(),
      [
        "step: A reference with policy strong until invalidated is set to Ada. One owner holds Ada.",
        "result: Before: the reference returns Ada.",
        "step: The owner releases Ada.",
        "result: The delegate is alive: the reference returns Ada.",
        "step: The holder is invalidated.",
        "result: Ada receives: did become invalid. It is invalid by now, and the reference returns Ada.",
        "result: Ada's deinit runs.",
        "result: After: the reference returns nil.",
        "note: The order is: invalid, message, release. Without invalidation, the delegate is kept forever.",
      ])
  }

  @Test func aSessionKeepsItsDelegateUntilAfterTheLastMessage() async {
    let made = [
      "step: A URLSession is created with a delegate. The experiment keeps only the session. It sends a request.",
      "result: The delegate is alive: the session retains it.",
    ]
    let end = [
      "result: The delegate receives its last message: did become invalid.",
      "result: The session has released the delegate: its deinit runs.",
    ]
    let answered = ["step: finishTasksAndInvalidate().", "result: The request has ended: it was answered."]
    let cancelled = ["step: invalidateAndCancel().", "result: The request has ended: it was cancelled."]
    let forgotten = [
      "step: A session and its delegate hold each other. The experiment keeps neither of them.",
      "step: The session is not invalidated. 100 ms pass.",
      "result: The delegate and its session are still alive: a leak by contract.",
      "step: The experiment finds the session again and cleans up: invalidateAndCancel().",
    ]
    let note = [
      "note: The contract: a session retains its delegate until it has sent 'did become invalid'. Invalidate every "
        + "session that has a delegate, but never on the session's own queue."
    ]
    let story = await Experiment.urlSession.story()
    expectEqual(
      story, made + answered + end + made + cancelled + end + forgotten + end + note, "\(story)")
  }

  @Test func aCycleIsBrokenByHand() async {
    await expectEqual(
      Experiment.strongDelegate.story().dropLast(),
      [
        "step: A view holds its animation. The animation strongly holds its delegate, the view.",
        "step: The view's only owner releases it.",
        "result: The view is alive, the animation is alive: they hold each other, and nothing else holds them.",
        "step: The experiment finds the animation again and clears its delegate.",
        "result: The view's deinit runs.",
        "result: The view is gone. The experiment also releases the animation.",
        "result: The animation's deinit runs.",
      ])
  }

  @Test func aSwapIsInTheCleanupLogStepByStep() async {
    await expectEqual(
      Experiment.swap.story().dropLast(2),
      [
        "note: An application belongs to the main actor. This page waits while the main actor is busy.",
        "step: An application host is created. Its delegate slot is unowned(unsafe).",
        "step: The first delegate is assigned. Nothing else holds it.",
        "result: Cleanup log: delegate FirstDelegate, acquired.",
        "result: It is alive: the host itself retains it.",
        "step: A second delegate is assigned. An owner holds it.",
        "result: The first delegate's deinit runs.",
        "result: Cleanup log: delegate FirstDelegate, replaced.",
        "result: The host retains nothing any more.",
        "step: A third delegate is assigned. Nothing holds it.",
        "result: The third delegate's deinit runs.",
        "result: Cleanup log: nothing new.",
        "result: The slot still has the third delegate's address.",
        "step: The slot is set to nil, and the owner releases the second delegate.",
        "result: The second delegate's deinit runs.",
      ])
  }

  @Test func withoutChildProcessesThePageExplainsHowToSeeTheCase() async {
    let story = await Experiment.unowned.story()
    #expect(
      story.contains(
        "note: Reading it after the delegate's death is not tried in this process. See it with: rollcall lab unowned"))
    #expect(!story.contains { $0.hasPrefix("trap") || $0.hasPrefix("undefined") })
  }

  @Test func theEndOfAChildProcessIsShown() async {
    let story = await Experiment.unowned.story(
      cases: .shell("echo 'Lab.swift:7: Fatal error: no such delegate' >&2; kill -ABRT $$"))
    expectEqual(story.count { $0.hasPrefix("step: In a child process: ") }, 2)
    expectEqual(
      story.count {
        $0 == "trap: The child process was ended by SIGABRT (signal 6). It said: Fatal error: no such delegate"
      }, 2, "\(story)")
  }
}
