import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct NearestNameTests {
  @Test func offersTheNearestName() {
    let valid = ["Scene", "Requests", "Heartbeat", "Push"]
    expectEqual(NearestName.matches(for: "scnee", among: valid), ["Scene"])
    expectEqual(NearestName.matches(for: "Request", among: valid), ["Requests"])
    expectEqual(NearestName.matches(for: "", among: valid), [])
    expectEqual(NearestName.suggestion(for: "xyzzy", among: valid), "Known here: Heartbeat, Push, Requests, Scene.")
    expectEqual(NearestName.suggestion(for: "xyzzy", among: [String]()), "")
  }
}
