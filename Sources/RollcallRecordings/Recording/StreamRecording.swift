package import ModuleLifecycle

/// Writes entries from another process to a file. Each call writes immediately, on the caller's thread.
package final class StreamRecording: Sendable {
  private struct State: ~Copyable, Sendable {
    var output: RecordingOutput?
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
    to path: String, header: JournalHeader, prologue: [AnyEntry], overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit
  ) throws(RecordingStartError) {
    var header = header
    header.prologueCount = prologue.count
    let output = try RecordingOutput(to: path, header: header, overwriting: overwriting, limit: limit)
    state = Locked(State(output: output, status: RecordingStatus(path: path)))
    add(prologue, from: nil)
  }

  package var status: RecordingStatus { state.withLock { $0.status } }

  /// Writes entries.
  ///
  /// - Parameter first: The number of the first entry in the journal; `nil` for entries without numbers.
  /// - Returns: Whether more can be written.
  @discardableResult
  package func add(_ entries: [AnyEntry], from first: UInt64?) -> Bool {
    state.withLock { state in
      guard var output = state.output.take() else { return false }
      var number = first
      for entry in entries {
        output.add(entry, seq: number)
        let span = if case .gap(let gap) = entry { gap.dropped } else { UInt64(1) }
        number = number.map { $0.plus(span) }
      }
      let canContinue = output.flush(at: 0)
      state.status = output.status
      state.status.isRunning = canContinue
      if canContinue { state.output = consume output }
      return canContinue
    }
  }

  /// Ends the recording. A second call has no effect.
  ///
  /// - Returns: The final status.
  @discardableResult
  package func stop() -> RecordingStatus {
    add([], from: nil)
    return state.withLock { state in
      state.output = nil
      state.status.isRunning = false
      return state.status
    }
  }
}
