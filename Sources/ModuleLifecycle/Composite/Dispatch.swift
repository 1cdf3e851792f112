/// One delivery of one event, from its sending to its entry in the journal.
struct Dispatch<Event: LifecycleEvent> {
  let id: UInt64
  let parent: UInt64?
  let parentModule: String?
  let isReplay: Bool
  let plan: DispatchPlan
  let isOutOfState: Bool
  let stateBefore: ApplicationState
  var run = DispatchRun()

  func record(_ contents: EventContents<Event>, state: ApplicationState, origin: UInt64) -> DispatchRecord {
    DispatchRecord(
      id: id, parent: parent, parentModule: parentModule, name: plan.name, at: run.start - origin,
      total: run.end - run.start, state: state, isOutOfState: isOutOfState && !isReplay, isReplay: isReplay,
      labels: plan.labels, spans: run.spans, parts: run.parts, contents: contents)
  }
}

/// What came of calling the handlers.
struct DispatchRun {
  var start: UInt64 = 0
  var end: UInt64 = 0
  /// One for each handler, where the dispatch is recorded.
  var spans: [DispatchRecord.Span] = []
  var parts: [DispatchRecord.Part] = []
  /// How long handlers that answered later were not running, by their places.
  var suspended: [Int: UInt64] = [:]
  var isRecorded = false
}

extension Payload {
  /// All votes, in the order of the calls.
  var allVotes: [HandlerVote<Event.Vote>] {
    guard let later = tail?.votes, !later.isEmpty else { return votes }
    return (votes + later).sorted { $0.step < $1.step }
  }

  /// All errors, in the order of the calls.
  var allErrors: [HandlerError] {
    guard let later = tail?.errors, !later.isEmpty else { return errors }
    return (errors + later).sorted { $0.step < $1.step }
  }

  func ballots(labels: DispatchLabels) -> [Ballot<Event.Vote>] {
    allVotes.map { vote in
      let label = labels.modules[vote.step]
      return Ballot(module: label.name, isMain: label.isMain, vote: vote.vote)
    }
  }
}
