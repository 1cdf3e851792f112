/// A page of the delegate lab: a question, and code that runs to answer it.
///
/// No output is prepared. Each line comes from the code that it describes: a line about a `deinit` comes from that
/// `deinit`, and a line about a trap from a child process that the trap ended.
public struct Experiment: Sendable, Identifiable, Equatable {
  typealias Body = @Sendable (Notebook, ChildCases?) async -> Void

  /// The name, in lower case with hyphens: `release-timeline`.
  public let id: String
  /// The title, in a few words.
  public let title: String
  /// The question that the experiment answers, as a sentence.
  public let question: String
  private let body: Body

  init(_ id: String, title: String, question: String, body: @escaping Body) {
    self.id = id
    self.title = title
    self.question = question
    self.body = body
  }

  /// Compares experiments by name.
  public static func == (left: Experiment, right: Experiment) -> Bool { left.id == right.id }

  /// Runs the experiment once, off the caller's actor. It cleans up after itself.
  ///
  /// One run takes some milliseconds, plus some tens of milliseconds for each child process. Work that must run on the
  /// main actor takes microseconds there.
  ///
  /// - Parameters:
  ///   - cases: Runs code that would end this process, or is undefined, in child processes. If `nil`, the lines say how
  ///     to see those cases.
  ///   - report: Called with each line when it is written, one at a time, on any thread.
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

  /// Returns the experiment with this name; `nil` when there is none.
  public static func named(_ id: String) -> Experiment? { all.first { $0.id == id } }
}
