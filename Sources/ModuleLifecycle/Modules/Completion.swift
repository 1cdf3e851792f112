import Synchronization

/// How a handler answers an event later: called once, from any thread.
///
/// All completions of an event exist before its first handler is called, so that a quick one can't end the event before
/// the others have begun. A second call is written down with a warning, and changes nothing. One that is dropped uncalled
/// abstains, also with a warning; one that is never called has until the event's deadline.
public final class Completion<Vote: Sendable>: Sendable {
  typealias Answer = @Sendable (CompletionAnswer<Vote>, _ time: UInt64) -> Void

  private let clock: MonotonicClock
  private let isSettled = Atomic(false)
  private let answer: Answer
  private let task = Locked<Task<Void, Never>?>(nil)

  init(clock: MonotonicClock, answer: @escaping Answer) {
    self.clock = clock
    self.answer = answer
  }

  deinit {
    if !isSettled.load(ordering: .acquiring) { answer(.dropped, clock.now) }
  }

  /// Answers.
  public func callAsFunction(_ vote: Vote) { give(.vote(vote)) }

  /// Is done without an answer.
  public func abstain() { give(.abstained) }

  /// Is done because something went wrong, which counts as abstaining.
  public func fail(_ error: any Error) { give(.threw(describe(error))) }

  /// Its handler threw, which is its answer unless it has given one.
  func handlerThrew(_ error: any Error) {
    let text = describe(error)
    give(.threw(text), orElse: .threwToo(text))
  }

  /// What answers, to be cancelled when nobody waits any more.
  var work: Task<Void, Never>? {
    get { task.withLock { $0 } }
    set { task.withLock { $0 = newValue } }
  }

  func settle(_ vote: Vote?) { give(vote.map { .vote($0) } ?? .abstained) }

  private func give(_ given: CompletionAnswer<Vote>, orElse other: CompletionAnswer<Vote> = .again) {
    let isFirst = !isSettled.exchange(true, ordering: .acquiringAndReleasing)
    answer(isFirst ? given : other, clock.now)
  }
}

extension Completion where Vote == Void {
  /// Is done.
  public func callAsFunction() { callAsFunction(()) }
}

/// What a completion was told.
enum CompletionAnswer<Vote: Sendable>: Sendable {
  case vote(Vote)
  case abstained
  case threw(String)
  /// Its handler threw when it had been called.
  case threwToo(String)
  /// It was dropped uncalled.
  case dropped
  /// It had been called before.
  case again
}
