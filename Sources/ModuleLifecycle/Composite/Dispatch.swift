/// One delivery of one event, from its sending to its entry in the journal.
struct Dispatch {
  let id: UInt64
  let parent: UInt64?
  let parentModule: String?
  let isReplay: Bool
  let plan: DispatchPlan
  var isOutOfState = false
  var stateBefore = ApplicationState.notRunning
  var run = DispatchRun()
}

/// What came of calling the handlers.
struct DispatchRun {
  var start: UInt64 = 0
  var end: UInt64 = 0
  /// One for each handler, where the dispatch is recorded.
  var spans: [DispatchRecord.Span] = []
  /// The places of the handlers that were out of reach, where it is not.
  var unreached: [Int] = []
  var parts: [DispatchRecord.Part] = []
  /// How long handlers that answered later were not running, by their places.
  var suspended: [Int: UInt64] = [:]
  var isRecorded = false
  /// What to say when it took longer than its budget and nobody has said so yet.
  var overBudget: WarningEntry?
  /// The place of the required module whose error ended a launch.
  var abortedAt: Int?
}

extension EventContext {
  /// Takes in what came after the handlers had returned, in the order of the calls.
  @MainActor func add(_ pending: PendingCompletions<Event>) {
    if let answers {
      answers.pending = nil
      answers.votes = (answers.votes + pending.votes).sorted { $0.step < $1.step }
    }
    if !pending.errors.isEmpty { errors = (errors + pending.errors).sorted { $0.step < $1.step } }
  }

  func ballots(labels: DispatchLabels) -> [Ballot<Event.Vote>] {
    (answers?.votes ?? []).map { vote in
      let label = labels.modules[vote.step]
      return Ballot(module: label.name, isMain: label.isMain, vote: vote.vote)
    }
  }
}
