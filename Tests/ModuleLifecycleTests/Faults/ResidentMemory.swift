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
  /// Call it in an exit test, whose process does nothing else.
  @MainActor static func exitAfter(growingLessThan limit: Int, _ body: (Int) async throws -> Void) async rethrows {
    for number in 0..<1_000 { try await body(number) }
    let before = bytes
    for number in 0..<20_000 { try await body(1_000 + number) }
    print("The process has grown by \(bytes - before) bytes.")
    exit(bytes - before < limit ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
