/// Work that has not ended, and that a launch or a shutdown waits for.
package struct PendingWork: Sendable, Equatable {
  /// What is not over.
  package enum Kind: Sendable, Equatable {
    /// A module's `start()`.
    case starting
    /// A service that was asked to end.
    case stopping
    /// The asynchronous cleanup of an owned object.
    case cleaning(String)
    /// The handler of an event.
    case handling(String)
  }

  /// The name of the module, service or owner.
  package let name: String
  package let kind: Kind
  /// How long it has taken so far, in nanoseconds.
  package let elapsedNanoseconds: UInt64
  /// The live objects of the owner, by kind and name, oldest first.
  package var objects: [String] = []
  /// The last line that the module has printed, if something captures what modules print.
  package var lastLine: String?

  package init(
    name: String, kind: Kind, elapsedNanoseconds: UInt64, objects: [String] = [], lastLine: String? = nil
  ) {
    (self.name, self.kind, self.elapsedNanoseconds) = (name, kind, elapsedNanoseconds)
    (self.objects, self.lastLine) = (objects, lastLine)
  }
}

extension CompositeDelegate {
  /// Returns what has not ended in the application: starts, services that were asked to end, asynchronous cleanups, and
  /// the running handler. Safe on any thread, also while the main actor is blocked.
  ///
  /// - Parameter withLastLines: Whether to look for the lines that modules have printed. Reads the whole journal.
  package nonisolated func pendingWork(withLastLines: Bool) -> [PendingWork] {
    let (now, lines) = (journal.now, withLastLines ? lastLines : [:])
    let unfinished = ownership.unfinished
    let modules =
      unfinished.starts.map { ($0.owner, $0.since, PendingWork.Kind.starting) }
      + unfinished.services.map { ($0.owner, $0.since, .stopping) }
    var all = modules.sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map { owner, since, kind in
      PendingWork(
        name: owner.name, kind: kind, elapsedNanoseconds: now.minus(since),
        objects: owner.openObjects.map { $0.kind.title(of: $0.name) }, lastLine: owner.record.flatMap { lines[$0.id] })
    }
    all += unfinished.cleanups().map { object in
      PendingWork(
        name: object.owner.name, kind: .cleaning(object.row.kind.title(of: object.row.name)),
        elapsedNanoseconds: now.minus(object.entry.atNanoseconds),
        lastLine: object.owner.record.flatMap { lines[$0.id] })
    }
    if let running = runningHandler {
      all.append(
        PendingWork(
          name: running.module, kind: .handling(running.event),
          elapsedNanoseconds: now.minus(running.sinceNanoseconds),
          lastLine: running.moduleID.flatMap { lines[$0] }))
    }
    return all
  }

  /// The last line that each module has printed.
  private nonisolated var lastLines: [ModuleID: String] {
    var lines: [ModuleID: String] = [:]
    let reader = journal.reader()
    while case let entries = reader.readKept(limit: 1_024).entries, !entries.isEmpty {
      for case .output(let output) in entries {
        if let module = output.moduleID { lines[module] = output.line }
      }
    }
    return lines
  }
}
