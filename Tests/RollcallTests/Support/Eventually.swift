/// Waits until the condition holds, or until the test's time limit. Between two looks the processor is free for the
/// programs under test.
func eventually(_ condition: () async -> Bool) async {
  while await !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
}
