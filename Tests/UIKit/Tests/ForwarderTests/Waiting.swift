/// Lets other tasks of the main actor run until a condition holds. A test's time limit ends it.
@MainActor func wait(until condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

/// Lets the tasks run that wait for the main actor now.
@MainActor func nextTurn() async { await Task { @MainActor in }.value }
