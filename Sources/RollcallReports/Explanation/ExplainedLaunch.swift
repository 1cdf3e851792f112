package import ModuleLifecycle

/// What one launch consisted of, up to a mark or to its end. The parts add up to the whole.
package struct ExplainedLaunch: Sendable, Equatable {
  /// One module's part.
  package struct Part: Sendable, Equatable {
    /// The module's name. In a nested composite, the composite's name and a slash precede it.
    package let name: String
    /// Whether it is in a nested composite, where experiments do not reach it.
    package let isNested: Bool
    /// The time in which its creation, its handlers or only its asynchronous start ran.
    package internal(set) var nanoseconds: UInt64 = 0
    /// The kinds of time within its creation and its handlers; `nil` if they were not measured.
    package internal(set) var breakdown: TimeBreakdown? = TimeBreakdown(
      totalNanoseconds: 0, computingNanoseconds: 0, waitingNanoseconds: 0)
    /// The own times of its handlers' named parts, by name.
    package internal(set) var pieces: [String: UInt64] = [:]
    /// What was seen to need it, in the order of time.
    package internal(set) var needs: [Need] = []
    /// What an experiment did to the module: `deferred` or `leftOut`; `nil` for nothing.
    package internal(set) var experiment: ModuleEntry.Cause?

    /// The most that could be saved: what the machine took for others is not the module's.
    package var savableNanoseconds: UInt64 { nanoseconds - min(nanoseconds, breakdown?.waitingNanoseconds ?? 0) }

    init(name: String, isNested: Bool) { (self.name, self.isNested) = (name, isNested) }
  }

  /// The mark at which it ends; `nil` for the launch's end.
  package let mark: String?
  /// From the start of the process, if that is known and part of the launch.
  package let totalNanoseconds: UInt64
  /// The time before the composite, within 10 ms; `nil` if it is not known.
  package let beforeNanoseconds: UInt64?
  /// Whether that time is part of the whole.
  package let countsBefore: Bool
  /// What the system said about the process.
  package let start: ProcessStart
  /// Whether the process was too old at the launch to say how long before the launch began; see `LaunchFinder`.
  package var isOfOldProcess = false
  /// Whether a recorded time is older than one before it, and left out.
  package var hasOlderTime = false
  /// The modules, in the order in which they were first registered.
  package let modules: [Part]
  /// The time of asynchronous starts side by side. Without one of them, this time would pass for the others.
  package let sideBySideNanoseconds: UInt64
  /// The time in which nothing of the modules ran.
  package let idleNanoseconds: UInt64
  /// The dispatches' own time, between handlers.
  package let dispatchNanoseconds: UInt64
  /// The time in which no thread of the process ran, which is not part of the whole.
  package let stoppedNanoseconds: UInt64
  /// The main actor's time for deferred modules after the end, and the longest of it without a pause.
  package let deferredNanoseconds, longestDeferredNanoseconds: UInt64
}

extension ExplainedLaunch {
  /// The launch from the composite's creation on.
  var withoutBefore: Self {
    guard countsBefore, let before = beforeNanoseconds else { return self }
    return Self(
      mark: mark, totalNanoseconds: totalNanoseconds.minus(before), beforeNanoseconds: before, countsBefore: false,
      start: start, isOfOldProcess: isOfOldProcess, hasOlderTime: hasOlderTime, modules: modules,
      sideBySideNanoseconds: sideBySideNanoseconds, idleNanoseconds: idleNanoseconds,
      dispatchNanoseconds: dispatchNanoseconds, stoppedNanoseconds: stoppedNanoseconds,
      deferredNanoseconds: deferredNanoseconds, longestDeferredNanoseconds: longestDeferredNanoseconds)
  }
}
