/// A page of the delegate lab: a question, and code that is run to answer it.
///
/// Nothing of what it says is written beforehand: the lines come from the code that they speak of, a `deinit` from the
/// `deinit`, a trap from a process that was ended by it.
public struct Experiment: Sendable, Identifiable, Equatable {
  typealias Body = @Sendable (Notebook, ChildCases?) async -> Void

  /// Its name, in lower case with hyphens: `release-timeline`.
  public let id: String
  /// Its title, in a few words.
  public let title: String
  /// The question that it answers, as a sentence.
  public let question: String
  private let body: Body

  init(_ id: String, title: String, question: String, body: @escaping Body) {
    self.id = id
    self.title = title
    self.question = question
    self.body = body
  }

  /// Names tell experiments apart.
  public static func == (left: Experiment, right: Experiment) -> Bool { left.id == right.id }

  /// Runs it once, away from the caller's actor. It cleans up after itself.
  ///
  /// One run takes some milliseconds, with child processes some tens of them each. What must happen on the main actor
  /// happens there, in microseconds.
  ///
  /// - Parameters:
  ///   - cases: Runs what would end this process, or is undefined, in a process of its own. Without it the lines say
  ///     how to see those cases.
  ///   - report: Called with each line when it is written, one after the other, on any thread.
  @concurrent public func run(cases: ChildCases? = nil, report: @escaping @Sendable (LabLine) -> Void) async {
    await body(Notebook(page: id, report: report), cases)
  }
}

extension Experiment {
  /// All experiments, in the order of the lab's pages.
  public static let all: [Experiment] = [
    .releaseTimeline, .weak, .unowned, .unownedUnsafe, .strong, .strongUntilInvalidated, .manualNil, .urlSession,
    .strongDelegate, .swap,
  ]

  /// The experiment of that name.
  public static func named(_ id: String) -> Experiment? { all.first { $0.id == id } }
}
