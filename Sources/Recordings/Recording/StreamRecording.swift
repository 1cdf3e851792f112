package import ModuleLifecycle

/// Writes entries from another process to a file. Each call writes immediately, on the caller's thread.
package final class StreamRecording: Sendable {
  fileprivate struct State: ~Copyable, Sendable {
    var batch: RecordingBatch?
    var status: RecordingStatus
  }

  private let state: Locked<State>

  /// Creates the file and writes its header.
  ///
  /// - Parameters:
  ///   - path: The file's path. The file must not exist, unless `overwriting` is `true`.
  ///   - header: Describes the state immediately before the first added entry.
  ///   - prologue: Entries for everything that exists at that time.
  /// - Throws: `RecordingStartError` if the file can't be created.
  package init(
    to path: String, header: JournalHeader, prologue: [JournalEntry], overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit
  ) throws(RecordingStartError) {
    var header = header
    header.prologueCount = prologue.count
    let batch = try RecordingBatch(to: path, header: header, overwriting: overwriting, limit: limit)
    state = Locked(State(batch: batch, status: RecordingStatus(path: path)))
    add(prologue, from: nil)
  }

  package var status: RecordingStatus { state.withLock { $0.status } }

  /// Writes entries.
  ///
  /// - Parameter first: The number of the first entry in the journal; `nil` for entries without numbers.
  package func add(_ entries: [JournalEntry], from first: UInt64?) {
    state.withLock { state in
      var number = first
      for entry in entries {
        state.batch?.add(entry, seq: number)
        let span = if case .gap(let gap) = entry { gap.dropped } else { UInt64(1) }
        number = number.map { $0.plus(span) }
      }
      state.flush()
    }
  }

  /// Ends the recording. A second call has no effect.
  ///
  /// - Returns: The final status.
  @discardableResult
  package func stop() -> RecordingStatus {
    state.withLock { state in
      state.flush()
      state.batch = nil
      state.status.isRunning = false
      return state.status
    }
  }
}

extension StreamRecording.State {
  fileprivate mutating func flush() {
    guard var batch = batch.take() else { return }
    let end = batch.flush(at: 0)
    status.update(from: batch, endingFor: end)
    if end == nil { self.batch = consume batch } else { status.isRunning = false }
  }
}
