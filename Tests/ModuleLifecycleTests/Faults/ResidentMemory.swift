import Foundation

/// The memory that the process occupies.
enum ResidentMemory {
  /// Whether the system says it, and says it of the program rather than of a sanitizer.
  static var isKnown: Bool {
    #if ROLLCALL_PTHREAD_LOCK
    false
    #else
    let environment = ProcessInfo.processInfo.environment
    return bytes > 0 && environment["ASAN_OPTIONS"] == nil && environment["LSAN_OPTIONS"] == nil
    #endif
  }

  private static var bytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }

  /// Ends the process: successfully if repeating something 20,000 times needs less memory than the limit.
  ///
  /// What stays in memory adds up in every round. On a busy machine, the allocator's areas for the system's threads can
  /// grow for four rounds, and then no more. The process therefore fails only if it grows in each of ten rounds.
  ///
  /// Call it in an exit test, whose process does nothing else.
  @MainActor static func exitAfter(growingLessThan limit: Int, _ body: (Int) async throws -> Void) async rethrows {
    for number in 0..<1_000 { try await body(number) }
    for round in 0..<10 {
      let before = bytes
      for number in 0..<20_000 { try await body(1_000 + 20_000 * round + number) }
      print("The process has grown by \(bytes - before) bytes.")
      if bytes - before < limit { exit(EXIT_SUCCESS) }
    }
    exit(EXIT_FAILURE)
  }
}
