import Foundation
import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallReports

@Suite(.inTurn, .serialized) struct RankTests {
  @Test func equalValuesShareTheMeanOfTheirRanks() {
    let ranks = Ranks([3, 1, 3, 2, 3])
    expectEqual(ranks.doubled, [8, 2, 8, 4, 8])
    #expect(ranks.hasTies)
    expectEqual(Ranks([3, 1, 2]).doubled, [6, 2, 4])
    #expect(!Ranks([3, 1, 2]).hasTies)
  }

  /// Tables of critical values have 0.05 for 0 of six pairs at 0.03125, and so on.
  @Test func signedRanksAreExact() {
    var test = SignedRankTest()
    expectEqual(test.shift([1, 2, 3, 4, 5, 6]).p, 0.03125)
    expectEqual(test.shift([-1, 2, 3, 4, 5, 6]).p, 0.0625)
    expectEqual(test.shift([1, -1]).p, 1)
    expectEqual(test.shift([0, 0, 0]).p, 1)
    // All choices of signs, counted by hand.
    expectEqual(test.shift([1, 1, 2]).p, 0.25)
    expectEqual(test.shift([0, 1, 2, 3]).p, 0.25)
    #expect(
      abs(test.shift([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30].map { $0 - 1.0 }).p - 0.01171875) < 1e-12)
  }

  /// The signed-rank example of Hollander and Wolfe: nine patients, 0.878 to 3.06 before. R's wilcox.test gives these
  /// values.
  @Test func theEstimateIsTheHodgesLehmannEstimator() {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    var test = SignedRankTest()
    let shift = test.shift(zip(after, before).map { $0 - $1 })
    #expect(abs(shift.p - 0.0390625) < 1e-12)
    #expect(abs(shift.estimate - -0.46) < 1e-9)
    let interval = shift.interval(0.05)
    expectEqual(interval.map { abs($0.lowerBound - -0.786) < 1e-9 && abs($0.upperBound - -0.01) < 1e-9 }, true)
    #expect(shift.interval(0.001) == nil)
  }

  /// The rank-sum example of Hollander and Wolfe: permeability at term and at 12 to 26 weeks.
  @Test func rankSumsAreExact() {
    let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    let early = [1.15, 0.88, 0.90, 0.74, 1.21]
    var test = RankSumTest()
    let shift = test.shift(early, term)
    // 382 of 3,003 choices have 35 or more pairs whose later value is larger.
    #expect(abs(shift.p - 2 * 382.0 / 3003) < 1e-9)
    #expect(abs(shift.estimate - 0.305) < 1e-9)
    expectEqual(RankSumTest.leastP(3, 3), 0.1)
    #expect(abs(RankSumTest.leastP(10, 5) - 2.0 / 3003) < 1e-15)
    // With ties: one of the ten choices of two values from 1 1 2 2 3 has the greatest sum.
    #expect(abs(test.shift([1, 1, 2], [2, 3]).p - 0.4) < 1e-12)
  }

  @Test func largeSetsKeepTheirSum() {
    var test = RankSumTest()
    let low = (0..<60).map(Double.init)
    #expect(test.shift(low, low.map { $0 + 1_000 }).p < 1e-30)
    // From the normal distribution, which is as good as the exact one for so many values.
    let shift = test.shift(low, low.map { $0 + 10.5 })
    let pairs = Double(low.indices.reduce(0) { count, place in count + min(60, place + 11) })
    let z = (pairs - 1_800) / (60.0 * 60 * 121 / 12).squareRoot()
    #expect(abs(shift.p - erfc(abs(z) / 2.0.squareRoot())) < 0.002)
  }

  @Test func holmsProcedureStepsDown() {
    expectEqual(HolmCorrection.corrected([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    expectEqual(HolmCorrection.corrected([0.9, 0.8]), [1, 1])
    expectEqual(HolmCorrection.corrected([]), [])
  }
}

@Suite(.inTurn, .serialized) struct LaunchComparisonTests {
  @Test func aSlowerModuleIsNamed() {
    let simulation = Simulation(modules: 30, noise: .logNormal(0.05))
    let (base, head) = simulation.pair(count: 20, slower: 1.3, seed: 7)
    let comparison = LaunchComparison(base, head, as: .pairs)
    expectEqual(comparison.results.filter { $0.verdict == .slower }.map(\.subject), [.module("M7")])
    #expect(comparison.hasSlower)
    let back = LaunchComparison(head, base, as: .pairs)
    expectEqual(back.results.filter { $0.verdict == .faster }.map(\.subject), [.module("M7")])
    #expect(!back.hasSlower)
  }

  @Test func fewLaunchesProveNothing() {
    let simulation = Simulation(modules: 30, noise: .logNormal(0.05))
    let (base, head) = simulation.pair(count: 5, slower: 3, seed: 7)
    let comparison = LaunchComparison(base, head, as: .pairs)
    #expect(comparison.results.allSatisfy { $0.verdict == .unproven && $0.interval == nil })
    // 31 rows: 2^-10 is the first power below 0.05 / 31.
    #expect(comparison.results.allSatisfy { $0.needed == 11 })
  }

  @Test func aTinyDifferenceIsNoDifference() {
    let simulation = Simulation(modules: 5, noise: .logNormal(0.01))
    let (base, head) = simulation.pair(count: 20, slower: 1, seed: 3)
    let comparison = LaunchComparison(base, head, as: .sets)
    #expect(comparison.results.allSatisfy { $0.verdict == .same })
    #expect(!comparison.hasUnproven)
  }

  @Test func aSmallDifferenceDoesNotMatterHoweverCertain() {
    let base = (0..<20).map { LaunchSample(whole: .init(nanoseconds: 100_000 + UInt64($0))) }
    let head = (0..<20).map { LaunchSample(whole: .init(nanoseconds: 200_000 + UInt64($0))) }
    expectEqual(LaunchComparison(base, head, as: .pairs).results.map(\.verdict), [.same])
    let threshold = LaunchComparison.Threshold(ratio: 0.05, nanoseconds: 10_000)
    expectEqual(LaunchComparison(base, head, as: .pairs, atLeast: threshold).results.map(\.verdict), [.slower])
  }

  /// A time below the clock's resolution is recorded as zero.
  @Test func aModuleThatTookNoTimeBeforeIsSlower() {
    func samples(_ nanoseconds: UInt64) -> [LaunchSample] {
      (0..<20).map { number in
        var sample = LaunchSample(whole: .init(nanoseconds: 500_000_000 + nanoseconds + UInt64(number)))
        (sample.modules["Feed"], sample.order) = (.init(nanoseconds: nanoseconds), ["Feed"])
        return sample
      }
    }
    for design in [LaunchComparison.Design.pairs, .sets] {
      let comparison = LaunchComparison(samples(0), samples(50_000_000), as: design)
      expectEqual(comparison.results.map(\.verdict), [.slower, .slower])
      expectEqual(comparison.results.map(\.base), [500_000_009.5, 0])
      expectEqual(
        ComparisonText(comparison).sentences,
        [
          "Slower: the whole launch by 10% (50.0 ms), Feed by over 9,999% (50.0 ms)."
        ])
      let back = LaunchComparison(samples(50_000_000), samples(0), as: design)
      expectEqual(back.results.last?.verdict, .faster)
      #expect(LaunchComparison(samples(0), samples(0), as: design).results.allSatisfy { $0.verdict == .same })
      // Below the smallest change that matters.
      let little = LaunchComparison(samples(0), samples(900_000), as: design)
      expectEqual(little.results.last?.verdict, .same)
    }
  }

  @Test func setsThatShiftTogetherSuggestTheMachine() {
    let simulation = Simulation(modules: 10, noise: .logNormal(0.02))
    let (base, _) = simulation.pair(count: 20, slower: 1, seed: 1)
    let head = base.map { $0.scaled(by: 1.2) }
    let comparison = LaunchComparison(base, head, as: .sets)
    expectEqual(comparison.disturbance?.reason, "10 of 10 modules became slower together")
    #expect(comparison.results.allSatisfy { $0.verdict == .unproven })
    // Pairs are measured in turns, so that the application must be the cause.
    #expect(LaunchComparison(base, head, as: .pairs).hasSlower)
  }

  @Test func theMachineIsNamedWhereItChanges() {
    let simulation = Simulation(modules: 3, noise: .logNormal(0.02))
    let (base, head) = simulation.pair(count: 20, slower: 2, seed: 1)
    var (sides, time, none) = (Calibration(), Calibration(), Calibration())
    for pair in 0..<20 {
      sides.add(base: 100, head: 110)
      time.add(base: pair < 10 ? 100 : 150, head: pair < 10 ? 100 : 150)
      none.add(base: 100, head: 101)
    }
    expectEqual(
      LaunchComparison(base, head, as: .pairs, calibration: sides).disturbance?.reason,
      "a fixed piece of work took 10% longer beside the head's launches than beside the base's")
    let disturbed = LaunchComparison(base, head, as: .pairs, calibration: time)
    expectEqual(
      disturbed.disturbance?.reason,
      "a fixed piece of work took 50% longer in the second half of the launches than in the first")
    expectEqual(
      ComparisonText(disturbed).sentences,
      [
        "Everything is unproven: the machine changed. A fixed piece of work took 50% longer in the second half of the "
          + "launches than in the first."
      ])
    #expect(!disturbed.hasSlower)
    #expect(LaunchComparison(base, head, as: .pairs, calibration: none).hasSlower)
    // A time alone does not say how much the machine can change.
    let time1ms = LaunchComparison.Threshold(ratio: 0, nanoseconds: 1_000_000)
    let apart = LaunchComparison(base, head, as: .pairs, atLeast: time1ms, calibration: none)
    #expect(apart.disturbance == nil && apart.hasSlower)
  }

  @Test func otherDifferencesAreNamed() {
    var base = LaunchSample(whole: .init(nanoseconds: 1))
    base.order = ["A", "B", "C", "D"]
    base.modules["C"] = .init(nanoseconds: 4_000_000)
    (base.alive, base.warnings) = (["Feed: timer refresh": 1], ["handlerThrew of Feed": 2])
    var head = LaunchSample(whole: .init(nanoseconds: 1))
    head.order = ["A", "D", "B", "E"]
    head.modules["E"] = .init(nanoseconds: 30_000_000)
    let changes = InventoryChanges([base, base], [head, head])
    expectEqual(changes.new, [.init(name: "E", base: 0, head: 2, nanoseconds: 30_000_000)])
    expectEqual(changes.gone, [.init(name: "C", base: 2, head: 0, nanoseconds: 4_000_000)])
    expectEqual(changes.moved, ["D"])
    expectEqual(changes.alive, [.init(name: "Feed: timer refresh", base: 2, head: 0)])
    expectEqual(changes.warnings, [.init(name: "handlerThrew of Feed", base: 2, head: 0)])
    expectEqual(InventoryChanges([base], [base]), InventoryChanges([], []))
  }

  /// A module that only one side has is in no row of the table, but can be the whole cause.
  @Test func aNewModuleIsNamedAsTheCause() {
    func samples(_ milliseconds: UInt64, _ modules: [String: UInt64]) -> [LaunchSample] {
      (0..<8).map { _ in
        var sample = LaunchSample(whole: .init(nanoseconds: milliseconds * 1_000_000))
        sample.order = modules.keys.sorted()
        for (name, milliseconds) in modules { sample.modules[name] = .init(nanoseconds: milliseconds * 1_000_000) }
        return sample
      }
    }
    let comparison = LaunchComparison(
      samples(10, ["Feed": 5, "Old": 1]), samples(40, ["Feed": 5, "Slow": 30, "Tiny": 1]), as: .pairs)
    let text = ComparisonText(comparison)
    expectEqual(
      text.sentences,
      [
        "Slower: the whole launch by 300% (30.0 ms).", "New in the launch: Slow (30.0 ms), Tiny (1.0 ms).",
        "No longer in the launch: Old (1.0 ms).",
      ])
    #expect(text.text.contains("\n   Slow: in 0 of 8 before, 8 of 8 now; median 30.0 ms\n"))
    #expect(comparison.json.json.contains(#"{"base":0,"head":8,"name":"Slow","ns":30000000}"#))
  }

  /// With n pairs, the smallest probability is 2 / 2ⁿ, which must be below 5 % of all compared times.
  @Test func theLeastNumberOfLaunchesGrowsWithTheTimes() {
    func leastCount(modules: Int, _ design: LaunchComparison.Design) -> Int {
      var sample = LaunchSample(whole: .init(nanoseconds: 1))
      sample.order = (0..<modules).map { "M\($0)" }
      for name in sample.order { sample.modules[name] = .init(nanoseconds: 1) }
      return LaunchComparison([sample], [sample], as: design).leastCount
    }
    expectEqual([0, 1, 3, 7].map { leastCount(modules: $0, .pairs) }, [6, 7, 8, 9])
    expectEqual(leastCount(modules: 0, .sets), 4)
  }

  @Test func kindsShowWhereTheTimeWent() {
    func sample(_ computing: UInt64, _ waiting: UInt64) -> LaunchSample {
      let breakdown = TimeBreakdown(
        totalNanoseconds: 100_000_000, computingNanoseconds: computing, waitingNanoseconds: waiting)
      return LaunchSample(whole: .init(nanoseconds: computing + waiting, breakdown: breakdown))
    }
    let base = (0..<20).map { sample(10_000_000 + $0, 1_000_000) }
    let head = (0..<20).map { sample(10_000_000 + $0, 31_000_000) }
    let comparison = LaunchComparison(base, head, as: .pairs)
    expectEqual(
      ComparisonText(comparison).sentences,
      ["Slower: the whole launch by 273% (30.0 ms, mostly waiting for a processor)."])
  }
}

/// False alarms and misses, on invented launches.
@Suite(.inTurn, .serialized) struct ComparisonPowerTests {
  /// The number of null comparisons. A full run has 2,000 each.
  private static let rounds = ProcessInfo.processInfo.environment["ROLLCALL_NULL_COMPARISONS"].flatMap(Int.init) ?? 20

  @Test(arguments: [1, 30, 200], Simulation.Noise.all)
  func noDifferenceIsFoundWhereThereIsNone(modules: Int, noise: Simulation.Noise) {
    for design in [LaunchComparison.Design.pairs, .sets] {
      let simulation = Simulation(modules: modules, noise: noise)
      let alarms = (0..<Self.rounds).count { round in
        let (base, head) = simulation.pair(count: 20, slower: 1, seed: UInt64(round))
        return LaunchComparison(base, head, as: design).results.contains { [.slower, .faster].contains($0.verdict) }
      }
      // 6.5 % of a full run. For fewer, the number that 5 % reaches by chance once in a million runs.
      let limit = Self.rounds >= 2_000 ? Self.rounds * 65 / 1_000 : 9
      #expect(alarms <= limit, "\(modules) modules, \(noise), \(design): \(alarms) of \(Self.rounds)")
      print("null: \(modules) modules, \(noise), \(design): \(alarms) of \(Self.rounds)")
    }
  }

  @Test func aDifferenceOfTenPercentIsFound() {
    let simulation = Simulation(modules: 30, noise: .logNormal(0.05))
    for design in [LaunchComparison.Design.pairs, .sets] {
      let found = (0..<Self.rounds).count { round in
        let (base, head) = simulation.pair(count: 20, slower: 1.1, seed: UInt64(round))
        return LaunchComparison(base, head, as: design).results.contains {
          $0.subject == .module("M7") && $0.verdict == .slower
        }
      }
      // 90 % of a full run. For fewer, 70 %.
      #expect(found * 10 >= Self.rounds * (Self.rounds >= 2_000 ? 9 : 7), "\(design): \(found) of \(Self.rounds)")
      print("power: \(design): \(found) of \(Self.rounds)")
    }
  }
}

/// Launches of an imaginary application.
struct Simulation {
  enum Noise: Sendable, CustomStringConvertible {
    case logNormal(Double)
    /// Noise like a t distribution with two degrees of freedom.
    case heavyTailed(Double)
    /// Noise where in some launches everything takes two to four times as long.
    case bursty(Double)

    static let all: [Noise] = [.logNormal(0.05), .heavyTailed(0.05), .bursty(0.05)]

    var description: String {
      switch self {
      case .logNormal: "log-normal"
      case .heavyTailed: "heavy-tailed"
      case .bursty: "bursty"
      }
    }
  }

  let modules: Int
  let noise: Noise

  /// Creates two sets of launches. In the second, module M7, or the only module, is slower by this factor.
  func pair(count: Int, slower: Double, seed: UInt64) -> (base: [LaunchSample], head: [LaunchSample]) {
    var generator = Generator(numbers: SplitMix(state: seed &* 7_919 &+ UInt64(modules)))
    let base = (0..<count).map { _ in launch(slower: 1, &generator) }
    return (base, (0..<count).map { _ in launch(slower: slower, &generator) })
  }

  private func launch(slower: Double, _ generator: inout Generator) -> LaunchSample {
    var sample = LaunchSample(whole: .init(nanoseconds: 0))
    let burst = if case .bursty = noise, generator.uniform < 0.15 { 2 + 2 * generator.uniform } else { 1.0 }
    for module in 0..<modules {
      let usual = 20_000_000.0 + Double(module) * 1_000_000
      let factor = (module == min(7, modules - 1) ? slower : 1) * burst * generator.noise(noise)
      let time = UInt64(usual * factor)
      let name = "M\(module)"
      sample.modules[name] = .init(nanoseconds: time)
      sample.order.append(name)
      sample.whole.nanoseconds += time
    }
    return sample
  }

  struct Generator {
    var numbers: SplitMix

    var uniform: Double { mutating get { Double.random(in: Double.leastNonzeroMagnitude..<1, using: &numbers) } }

    private var normal: Double {
      mutating get { (-2 * log(uniform)).squareRoot() * cos(2 * .pi * uniform) }
    }

    mutating func noise(_ noise: Noise) -> Double {
      switch noise {
      case .logNormal(let size), .bursty(let size): return exp(size * normal)
      case .heavyTailed(let size):
        let spread = (-log(uniform)).squareRoot()
        return exp(max(-3, min(3, size * normal / spread)))
      }
    }
  }
}

extension LaunchSample {
  fileprivate func scaled(by factor: Double) -> LaunchSample {
    var sample = self
    func scale(_ time: inout Time) { time.nanoseconds = UInt64(Double(time.nanoseconds) * factor) }
    scale(&sample.whole)
    for name in sample.order {
      if var time = sample.modules[name] {
        scale(&time)
        sample.modules[name] = time
      }
    }
    return sample
  }
}
