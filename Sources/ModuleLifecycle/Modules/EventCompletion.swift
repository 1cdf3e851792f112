import Synchronization

/// Answers an event after the handler has returned. Call it once, from any thread.
///
/// The event ends when all its handlers were called and have answered, so a quick answer can't end it before the other
/// handlers start. A second call has no effect and is recorded with a warning. A completion that is released
/// without a call abstains, also with a warning. If it is kept but never called, the event waits until its deadline.
public final class EventCompletion<Vote: Sendable>: Sendable {
  typealias Answer = @Sendable (CompletionAnswer<Vote>, _ time: UInt64) -> Void

  private let clock: MonotonicClock
  private let settlement = Atomic(Settlement.none)
  private let answer: Answer
  private let task = Locked<Task<Void, Never>?>(nil)

  init(clock: MonotonicClock, answer: @escaping Answer) {
    self.clock = clock
    self.answer = answer
  }

  deinit {
    if settlement.load(ordering: .acquiring) == .none { answer(.dropped, clock.now) }
  }

  /// Answers the event with a vote.
  public func callAsFunction(_ vote: Vote) { give(.vote(vote)) }

  /// Completes without a vote.
  public func abstain() { give(.abstained) }

  /// Completes with an error, which counts as abstaining.
  public func fail(_ error: any Error) { give(.threw(describe(error))) }

  /// Records that the handler threw. This is its answer, unless it has already answered.
  func handlerThrew(_ error: any Error) {
    let text = describe(error)
    give(.threw(text), orElse: .threwToo(text), as: .threw)
  }

  /// The task that answers. It is cancelled when the event no longer waits for it.
  var work: Task<Void, Never>? {
    get { task.withLock { $0 } }
    set { task.withLock { $0 = newValue } }
  }

  func settle(_ vote: Vote?) { give(vote.map { .vote($0) } ?? .abstained) }

  private func give(
    _ given: CompletionAnswer<Vote>, orElse other: CompletionAnswer<Vote> = .again, as next: Settlement = .answered
  ) {
    let (isFirst, earlier) = settlement.compareExchange(
      expected: .none, desired: next, ordering: .acquiringAndReleasing)
    guard earlier == .threw else { return answer(isFirst ? given : other, clock.now) }
    // The handler's error was its answer, so that a call after it comes too late.
    let vote: Vote? = if case .vote(let vote) = given { vote } else { nil }
    answer(.late(vote), clock.now)
  }
}

/// How a completion was settled first.
private enum Settlement: UInt8, AtomicRepresentable {
  case none
  case answered
  /// The handler threw before it called the completion.
  case threw
}

extension EventCompletion where Vote == Void {
  /// Completes without a vote, for an event that asks for none.
  public func callAsFunction() { callAsFunction(()) }
}

/// How a completion was settled.
enum CompletionAnswer<Vote: Sendable>: Sendable {
  case vote(Vote)
  case abstained
  case threw(String)
  /// The handler threw after it had called the completion.
  case threwToo(String)
  /// The completion was released without a call.
  case dropped
  /// The completion had already been called.
  case again
  /// The completion was called after the handler had thrown.
  case late(Vote?)
}
