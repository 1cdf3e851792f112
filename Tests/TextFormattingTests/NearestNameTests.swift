import Testing
import TextFormatting

@Suite struct NearestNameTests {
  @Test func offersTheNearestName() {
    let valid = ["Scene", "Requests", "Heartbeat", "Push"]
    #expect(NearestName.matches(for: "scnee", among: valid) == ["Scene"])
    #expect(NearestName.matches(for: "Request", among: valid) == ["Requests"])
    #expect(NearestName.matches(for: "", among: valid) == [])
    #expect(NearestName.suggestion(for: "xyzzy", among: valid) == "Known here: Heartbeat, Push, Requests, Scene.")
    #expect(NearestName.suggestion(for: "xyzzy", among: [String]()) == "")
  }
}
