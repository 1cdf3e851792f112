import Foundation
import Testing

/// Faults of the core that have a test and are not yet mended.
enum KnownFaults {
  /// Whether nothing is excused. Tests of known faults then fail.
  static let areStrict = ProcessInfo.processInfo.environment["ROLLCALL_NET_STRICT"] == "1"
}

/// Runs expectations that the core does not meet today.
///
/// - Parameter isIntermittent: Whether they are met in some runs.
@MainActor func knownFault(
  isIntermittent: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () throws -> Void
) {
  if KnownFaults.areStrict {
    do { try body() } catch { Issue.record(error, sourceLocation: sourceLocation) }
  } else {
    withKnownIssue(isIntermittent: isIntermittent, sourceLocation: sourceLocation) { try body() }
  }
}

/// Runs expectations that the core does not meet today and that need to wait.
@MainActor func knownFault(
  isIntermittent: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async throws -> Void
) async {
  if KnownFaults.areStrict {
    do { try await body() } catch { Issue.record(error, sourceLocation: sourceLocation) }
  } else {
    await withKnownIssue(isIntermittent: isIntermittent, sourceLocation: sourceLocation) { try await body() }
  }
}

/// The memory that the process occupies.
enum ResidentMemory {
  /// Whether the system says it, and says it of the program rather than of a sanitizer.
  static var isKnown: Bool { bytes > 0 && ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil }

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
