import Measuring

/// The printed report for one shape.
struct Report {
  private let title: String
  private let shape: Shape
  private let results: [Comparison.Result]

  init(title: String, shape: Shape, results: [Comparison.Result]) {
    self.title = title
    self.shape = shape
    self.results = results
  }

  private func median(of kind: ContenderKind) -> Double? { results.first { $0.kind == kind }?.both.median }

  /// Returns a contender's time as a multiple of another's. `nil` unless both were measured.
  private func ratio(of kind: ContenderKind, to other: ContenderKind) -> Double? {
    guard let time = median(of: kind), let otherTime = median(of: other), otherTime > 0 else { return nil }
    return time / otherTime
  }

  /// The shape's table.
  var text: String {
    var table = Table([title, "acquire", "clean", "both", "least", "× closures", "× Set", "bytes"])
    for result in results {
      table.add([
        result.kind.title, result.acquiring.median.whole, result.cleaning.median.whole, result.both.median.whole,
        result.both.least.whole, ratio(of: result.kind, to: .closures)?.times ?? "-",
        ratio(of: result.kind, to: .cancellables)?.times ?? "-", result.bytes?.whole ?? "-",
      ])
    }
    return table.text
  }

  /// The goals of `OwnedObjects` for this shape. Empty if it was not measured with its journal.
  ///
  /// Each shape has its own bound, because a small set is so fast that the bare closures alone take half of its time.
  var goals: [Goal] {
    guard let result = results.first(where: { $0.kind == .journal }) else { return [] }
    return [
      Goal("\(title): time to closures", value: ratio(of: .journal, to: .closures), bound: nil, text: \.times),
      Goal(
        "\(title): time to Set", value: ratio(of: .journal, to: .cancellables), bound: shape.mostToSet, text: \.times),
      Goal(
        "\(title): time to Set, journal off", value: ratio(of: .noJournal, to: .cancellables),
        bound: shape == .tenEach ? 1.2 : nil, text: \.times),
      Goal(
        "\(title): the bare closures' time to Set", value: ratio(of: .closures, to: .cancellables), bound: nil,
        text: \.times),
      Goal("\(title): bytes", value: result.bytes, bound: 200, text: \.whole),
    ]
  }
}
