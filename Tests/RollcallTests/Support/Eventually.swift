/// Waits until the condition holds; the test's time limit ends it otherwise.
func eventually(_ condition: () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}
