import Foundation
import RollcallCTerminal
import RollcallTestingAdditions
import Testing

/// Output during and after the screen. Each test runs in a separate process, whose output is captured.
@Suite(.inTurn, .serialized) struct OutputCaptureTests {
  /// A child started during the capture keeps the pipe as its output until it ends.
  @Test func aChildsLaterOutputIsPassedOn() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let reading = rollcall_capture_output()
      let (child, input) = (Process(), Pipe())
      child.executableURL = URL(filePath: "/bin/sh")
      child.arguments = ["-c", "read go; head -c 300000 /dev/zero | tr '\\0' c"]
      child.standardInput = input
      try child.run()
      rollcall_release_output()
      try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      // The descriptor is closed when the child has ended and all output has been passed on.
      while fcntl(reading, F_GETFD) >= 0 { await Task.yield() }
    }
    expectEqual(result.standardErrorContent.count { $0 == UInt8(ascii: "c") }, 300_000)
  }

  @Test func withTooFewDescriptorsNothingChanges() async throws {
    await #expect(processExitsWith: .success) {
      let before = Self.outputs
      let free = (0..<4_096).first { fcntl($0, F_GETFD) == -1 } ?? 0
      // The process needs descriptors again for its exit.
      defer { Self.limitDescriptors(to: 256) }
      for count in 0..<5 {
        Self.limitDescriptors(to: free + Int32(count))
        guard rollcall_capture_output() == -1 else { exit(2) }
        guard Self.outputs == before else { exit(3) }
        guard fcntl(free, F_GETFD) == -1 else { exit(4) }
      }
    }
  }

  @Test func onlyTheFirstOfSeveralCrashingThreadsIsReported() async throws {
    let result = try await #require(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
      _ = unsafe unsetenv("SWIFT_BACKTRACE")
      _ = rollcall_capture_output()
      unsafe rollcall_arm_restore("", 0, "test", nil)
      print(String(repeating: "x", count: 50_000))
      for _ in 0..<8 { Thread { raise(SIGSEGV) }.start() }
      while true { pause() }
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    expectEqual(errors, String(repeating: "x", count: 50_000) + "\ntest: crashed (SIGSEGV).\n")
  }

  /// The inodes of descriptors 1 and 2.
  private static var outputs: [UInt64] {
    ([1, 2] as [Int32]).map { descriptor in
      var file = stat()
      return unsafe fstat(descriptor, &file) == 0 ? UInt64(file.st_ino) : 0
    }
  }

  private static func limitDescriptors(to count: Int32) {
    #if os(Linux)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    unsafe getrlimit(kind, &limit)
    limit.rlim_cur = rlim_t(count)
    unsafe setrlimit(kind, &limit)
  }
}
