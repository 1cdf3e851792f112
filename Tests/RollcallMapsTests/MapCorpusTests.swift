import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Any text is a map, or has mistakes with places.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct MapCorpusTests {
  @Test func everyInputIsReadOrRefused() throws {
    let registry = registry()
    var refused = 0
    for input in try Corpus.inputs("map") {
      do throws(ModuleMapError) {
        _ = try ModuleMap.parse(String(decoding: input, as: UTF8.self), registry: registry)
      } catch {
        refused += 1
        #expect(!error.mistakes.isEmpty && error.description.hasPrefix("Modules.map:"))
      }
    }
    #expect(refused > 0)
  }
}
