package import ModuleLifecycle

extension TimeBreakdown {
  /// An empty period.
  package static let none = TimeBreakdown(totalNanoseconds: 0, computingNanoseconds: 0, waitingNanoseconds: 0)

  /// The sum of both periods. A part that one of them does not know is unknown in the sum.
  package func plus(_ other: Self) -> Self {
    Self(
      totalNanoseconds: totalNanoseconds.plus(other.totalNanoseconds),
      computingNanoseconds: computingNanoseconds.plus(other.computingNanoseconds),
      waitingNanoseconds: waitingNanoseconds.flatMap { own in other.waitingNanoseconds.map { own.plus($0) } })
  }

  /// The period without a part of it.
  package func minus(_ part: Self) -> Self {
    Self(
      totalNanoseconds: totalNanoseconds.minus(part.totalNanoseconds),
      computingNanoseconds: computingNanoseconds.minus(part.computingNanoseconds),
      waitingNanoseconds: waitingNanoseconds.flatMap { own in part.waitingNanoseconds.map { own.minus($0) } })
  }
}

extension TimeBreakdown? {
  /// The sum of both periods; `nil` if one of them was not measured.
  package func plus(_ other: Self) -> Self { flatMap { own in other.map(own.plus) } }
}
