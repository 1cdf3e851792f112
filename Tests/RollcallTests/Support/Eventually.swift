/// Waits until the condition holds, or until the test's time limit.
func eventually(_ condition: () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}
