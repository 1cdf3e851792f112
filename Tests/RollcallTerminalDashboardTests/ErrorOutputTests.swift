import Foundation
import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalDashboard

@Suite(.inTurn, .serialized) struct ErrorOutputTests {
  /// On macOS, the signal would end the process whichever thread writes.
  @Test func aTextWithoutAReaderIsDropped() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0, dup2(ends[1], STDERR_FILENO) == STDERR_FILENO else { exit(1) }
      close(ends[0])
      ErrorOutput.write("text")
      // The tests print at their end.
      exit(0)
    }
  }
}
