import RollcallTestingAdditions
import Testing

@testable import RollcallSampleModules

@Suite(.inTurn, .serialized) struct ListeningServerTests {
  private final class Start: Sendable {}

  @Test func onlyTheListeningServersEndClearsThePort() {
    var server = ListeningServer<Start>()
    let (late, current) = (Start(), Start())
    server.begin(current, port: 1_024)
    server.end(late)
    expectEqual(server.port, 1_024)
    server.end(current)
    #expect(server.port == nil)
  }
}
