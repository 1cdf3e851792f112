import Foundation
import RollcallCTerminal
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal

/// What differs on macOS, as far as another system can show it.
@Suite(.inTurn, .serialized) struct DeviceTests {
  /// While it reports that input waits, which it does after a change of modes, a device has the same modes.
  @Test func statesOfADeviceAreNoModes() {
    var (one, other) = (termios(), termios())
    one.c_lflag |= tcflag_t(PENDIN | FLUSHO)
    #expect(unsafe rollcall_are_same_modes(&one, &other) != 0)
    other.c_lflag |= tcflag_t(ICANON)
    expectEqual(unsafe rollcall_are_same_modes(&one, &other), 0)
  }

  /// There, the end of a pipe can be read. The end of a socket can be read everywhere.
  @Test func theEndOfTheOutputIsNoOutput() throws {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #else
    try #require(unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #endif
    defer { close(ends[0]) }
    expectEqual(unsafe write(ends[1], "x", 1), 1)
    close(ends[1])
    expectEqual(rollcall_wait(-1, 0, -1, -1, ends[0], 0), ROLLCALL_OUTPUT)
    rollcall_empty_pipe(ends[0])
    expectEqual(rollcall_wait(-1, 0, -1, -1, ends[0], 0), ROLLCALL_OUTPUT_CLOSED)
  }

  /// A write would end this process, because the signal is not blocked here.
  @Test func lateOutputWithoutAReaderIsDropped() async {
    await #expect(processExitsWith: .success) {
      var (printed, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      guard unsafe pipe(&printed) == 0, unsafe pipe(&errors) == 0 else { exit(1) }
      _ = unsafe write(printed[1], "late", 4)
      close(printed[1])
      close(errors[0])
      rollcall_pass_on_late_output(printed[0], errors[1])
    }
  }
}
