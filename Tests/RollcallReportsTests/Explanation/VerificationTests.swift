import RollcallReports
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// What deferring a module brought, beside what was estimated.
@Suite(.inTurn, .serialized) struct VerificationTests {
  /// Twenty launches whose times, in milliseconds, differ a little from each other.
  private func samples(_ whole: Double, _ modules: [String: Double], before: Double = 0) -> [LaunchSample] {
    (0..<20).map { number in
      func time(_ milliseconds: Double) -> LaunchSample.Time {
        LaunchSample.Time(nanoseconds: UInt64(milliseconds * 1e6) + UInt64(number * 7 % 20) * 1_000)
      }
      var sample = LaunchSample(whole: time(whole))
      sample.modules = modules.mapValues(time)
      sample.order = modules.keys.sorted()
      if before > 0 { (sample.before, sample.countsBefore) = (time(before), true) }
      return sample
    }
  }

  private func launch(_ parts: [String: UInt64], beside: UInt64 = 0, after: UInt64 = 0) -> ExplainedLaunch {
    let modules = parts.sorted { $0.key < $1.key }.map { name, milliseconds in
      var part = ExplainedLaunch.Part(name: name, isNested: false)
      part.nanoseconds = milliseconds * 1_000_000
      return part
    }
    return ExplainedLaunch(
      mark: nil, totalNanoseconds: 100_000_000, beforeNanoseconds: nil, countsBefore: false, start: ProcessStart(),
      modules: modules,
      sideBySideNanoseconds: beside * 1_000_000, idleNanoseconds: 0, dispatchNanoseconds: 0, stoppedNanoseconds: 0,
      deferredNanoseconds: after * 1_000_000, longestDeferredNanoseconds: after * 1_000_000)
  }

  private func verification(
    _ head: [LaunchSample], beside: UInt64 = 0, after: UInt64 = 0
  ) throws -> Verification {
    let explanation = Explanation([launch(["Home": 70, "Offers": 10], beside: beside)])
    let base = samples(100, ["Home": 70, "Offers": 10])
    let row = try #require(explanation.rows.first { $0.name == "Home" })
    return Verification(
      of: [row], in: explanation, LaunchComparison(base, head, as: .pairs),
      deferred: Explanation([launch(["Offers": 10], after: after)]))
  }

  @Test func anEstimateThatIsMetNeedsNoSentence() throws {
    let verification = try verification(samples(30, ["Offers": 10]))
    #expect(!verification.differs && verification.sentences == [])
    #expect([verification].text.contains(" Home       70.0 ms   70.0 ms  "))
  }

  @Test func whatModulesBringTogetherIsOneRow() throws {
    let explanation = Explanation([launch(["Home": 70, "Offers": 10])])
    let comparison = LaunchComparison(samples(100, ["Home": 70, "Offers": 10]), samples(20, [:]), as: .pairs)
    let verification = Verification(
      of: explanation.rows, in: explanation, comparison, deferred: Explanation([launch([:])]))
    #expect([verification].text.contains(" all 2 together   80.0 ms   80.0 ms  "))
  }

  @Test func aFirstUseThatMovesIsNamed() throws {
    let verification = try verification(samples(80, ["Offers": 60]))
    expectEqual(
      verification.sentences,
      [
        "Home: the estimate assumed that nothing else pays for what it does. Offers takes 50.0 ms longer instead: it is "
          + "now the first to use something that both use."
      ])
  }

  @Test func whatRanBesideItIsNamed() throws {
    let verification = try verification(samples(95, ["Offers": 10]), beside: 65)
    expectEqual(
      verification.sentences,
      [
        "Home: the estimate assumed that nothing waits for it. Starts run side by side, and the longest one counts."
      ])
  }

  @Test func aFreezeThatOnlyMovedIsNoSaving() throws {
    let verification = try verification(samples(30, ["Offers": 10]), after: 70)
    expectEqual(
      verification.sentences,
      [
        "Home: the main actor is busy with it for 70.0 ms afterwards, 70.0 ms of it without a pause. "
          + "A freeze that only moved is not a saving."
      ])
  }

  /// Below 20 ms, the time before the composite is not known well enough.
  @Test(arguments: [(15.0, false), (25.0, true)])
  func theTimeBeforeTheCompositeIsComparedIfItIsKnown(milliseconds: Double, isCompared: Bool) {
    let comparison = LaunchComparison(
      samples(100, [:], before: milliseconds), samples(100, [:], before: milliseconds + 20), as: .pairs)
    expectEqual(comparison.results.contains { $0.subject == .before }, isCompared)
    #expect(comparison.results.first?.verdict == (isCompared ? .slower : .same))
  }
}
