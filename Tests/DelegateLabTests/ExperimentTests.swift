import ModuleLifecycle
import Testing

@testable import DelegateLab

/// The experiments are really run; what they saw is compared with what the language promises.
@Suite(.timeLimit(.minutes(10))) struct ExperimentTests {
  @Test func thePagesHaveAnOrderAndNames() {
    #expect(
      Experiment.all.map(\.id) == [
        "release-timeline", "weak", "unowned", "unowned-unsafe", "strong", "strong-until-invalidated", "manual-nil",
        "url-session", "strong-delegate", "swap",
      ])
    for experiment in Experiment.all {
      #expect(experiment.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(experiment.question.hasSuffix("?"))
      #expect(Experiment.named(experiment.id)?.title == experiment.title)
    }
    #expect(Experiment.named("release") == nil)
  }

  @Test(arguments: Experiment.all.map(\.id)) func anExperimentCanBeRunAgainAndAgain(id: String) async throws {
    let experiment = try #require(Experiment.named(id))
    let first = await experiment.story()
    #expect(first.count >= 4)
    let second = await experiment.story()
    #expect(second == first, "\(first)\n\(second)")
  }

  @Test func theReleaseHasItsOrder() async {
    #expect(
      await Experiment.releaseTimeline.story() == [
        "step: A FeedScreen is made, a subclass of Screen. Screen declares title, then its bag, then theme; FeedScreen "
          + "declares rows, then images. One keeper holds it.",
        "step: Its bag gets a callback with a payload, 'page 2'.",
        "result: Before: Weak references give the screen, rows, images, title, theme.",
        "step: The keeper lets go of the last reference.",
        "result: FeedScreen's deinit runs. It can read its own rows, '12 rows', and images, '3 images'. Weak references "
          + "give rows, images, title, theme. Those to the screen are nil.",
        "result: Screen's deinit runs, the base class's after its subclass's. It can read its own title, 'Feed', and its "
          + "bag has 1 object.",
        "result: title is destroyed.",
        "result: The bag is destroyed and runs its callback; its payload says 'page 2'. Weak references give rows, "
          + "images, theme. Those to the screen, title are nil.",
        "result: theme is destroyed.",
        "result: rows is destroyed.",
        "result: images is destroyed.",
        "note: All of it happened on one thread, before the line that let go had returned.",
      ])
  }

  @Test func timesCountFromTheDecisiveMoment() async {
    let lines = await Experiment.releaseTimeline.lines()
    let times = lines.map(\.afterNanoseconds)
    #expect(times.prefix(4).allSatisfy { $0 == nil })
    let counted = times.compactMap(\.self)
    #expect(counted.count == 8)
    #expect(counted == counted.sorted())
    #expect(times.last == .some(nil), "a note has no time")
  }

  @Test func aWeakReferenceIsNilWhileItsDelegateDies() async {
    #expect(
      await Experiment.weak.story() == [
        "step: A reference of policy weak is set to Ada. One keeper holds her.",
        "result: Before: reading gives Ada.",
        "step: The keeper lets go.",
        "result: Ada's deinit runs. Reading the reference gives nil already.",
        "result: After: reading gives nil; a message through ?. goes to nobody.",
        "note: This is what a delegate should be: nobody is kept, and nobody dead is called.",
      ])
  }

  @Test func strongReferencesEndInTheirOwnWays() async {
    #expect(
      await Experiment.strong.story() == [
        "step: A reference of policy strong is set to Ada. One keeper holds her.",
        "result: Before: reading gives Ada.",
        "step: The keeper lets go.",
        "result: Nothing died: reading gives Ada.",
        "step: The reference is cleared.",
        "result: Ada's deinit runs.",
        "result: After: reading gives nil.",
        "note: Whoever holds a delegate strongly decides when it dies, and has to remember to.",
      ])
    #expect(
      await Experiment.strongUntilInvalidated.story() == [
        "step: A reference of policy strong until invalidated is set to Ada. One keeper holds her.",
        "result: Before: reading gives Ada.",
        "step: The keeper lets go.",
        "result: Nothing died: reading gives Ada.",
        "step: The holder is invalidated.",
        "result: Ada hears: did become invalid. It is invalid by now, and reading gives Ada.",
        "result: Ada's deinit runs.",
        "result: After: reading gives nil.",
        "note: Invalid, message, release, in this order. Who forgets to invalidate keeps the delegate for ever.",
      ])
  }

  @Test func aSessionKeepsItsDelegateUntilAfterTheLastMessage() async {
    let made = [
      "step: A URLSession is made with a delegate; the experiment keeps the session only. It sends a request.",
      "result: The delegate lives: the session retains it.",
    ]
    let end = [
      "result: The delegate gets its last message: did become invalid.",
      "result: The session has released it: the delegate's deinit runs.",
    ]
    let answered = ["step: finishTasksAndInvalidate().", "result: The request has ended: it was answered."]
    let cancelled = ["step: invalidateAndCancel().", "result: The request has ended: it was cancelled."]
    let forgotten = [
      "step: A delegate that holds its session, which retains it. The experiment keeps neither of them.",
      "step: Nobody invalidates the session. 100 ms pass.",
      "result: The delegate lives, and its session with it: a leak by contract.",
      "step: The experiment finds the session again and cleans up: invalidateAndCancel().",
    ]
    let note = [
      "note: The contract: a session retains its delegate until it has told it that it became invalid. Invalidate every "
        + "session that has a delegate, and never on the session's own queue."
    ]
    let story = await Experiment.urlSession.story()
    #expect(
      story == made + answered + end + made + cancelled + end + forgotten + end + note, "\(story)")
  }

  @Test func aCycleIsBrokenByHand() async {
    #expect(
      await Experiment.strongDelegate.story().dropLast() == [
        "step: A view holds its animation; the animation holds its delegate, the view, strongly.",
        "step: The view's only keeper lets go.",
        "result: The view lives, the animation lives: they hold each other, and nobody else knows them.",
        "step: The experiment finds the animation again, and clears its delegate.",
        "result: The view's deinit runs.",
        "result: The view is gone. The experiment lets go of the animation too.",
        "result: The animation's deinit runs.",
      ])
  }

  @Test func aSwapIsInTheCleanupLogStepByStep() async {
    #expect(
      await Experiment.swap.story().dropLast(2) == [
        "note: An application belongs to the main actor. While that is busy, this page waits for it.",
        "step: An application host. Its delegate slot is unowned(unsafe).",
        "step: The very first delegate is assigned, and nobody else holds it.",
        "result: Cleanup log: delegate FirstDelegate, acquired.",
        "result: It lives: the host itself retains it.",
        "step: A second one is assigned, which a keeper holds.",
        "result: The first delegate's deinit runs.",
        "result: Cleanup log: delegate FirstDelegate, replaced.",
        "result: The host retains nobody any more.",
        "step: A third one is assigned, and nobody holds it.",
        "result: The third delegate's deinit runs.",
        "result: Cleanup log: nothing new.",
        "result: The slot still has the third delegate's address.",
        "step: The slot is set to nil, and the keeper lets go.",
        "result: The second delegate's deinit runs.",
      ])
  }

  @Test func withoutChildrenThePageSaysHowToSeeTheCase() async {
    let story = await Experiment.unowned.story()
    #expect(
      story.contains(
        "note: Reading it after the delegate's death is not tried in this process. See it with: rollcall lab unowned"))
    #expect(!story.contains { $0.hasPrefix("trap") || $0.hasPrefix("undefined") })
  }

  @Test func withChildrenTheirEndIsShown() async {
    let story = await Experiment.unowned.story(
      cases: .shell("echo 'Lab.swift:7: Fatal error: no such delegate' >&2; kill -ABRT $$"))
    #expect(story.count { $0.hasPrefix("step: In a process of its own: ") } == 2)
    #expect(
      story.count {
        $0 == "trap: The child process was ended by SIGABRT (signal 6). It said: Fatal error: no such delegate"
      } == 2, "\(story)")
  }
}
