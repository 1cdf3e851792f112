import Foundation
import FoundationAdapters
import ModuleLifecycle
import Testing

@Suite struct FileTests {
  @Test func itIsClosedWithItsOwner() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "owned-\(UUID().uuidString)")
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let journal = Journal()
    let file = try FileHandle(forWritingTo: url)
    var owner: Owner? = Owner(journal)
    owner?.owned.own(file: file, named: "ledger")
    try file.write(contentsOf: Data("line".utf8))
    owner = nil
    #expect(throws: (any Error).self) { try file.write(contentsOf: Data("line".utf8)) }
    #expect(journal.releases == ["file ledger ownerReleased"])
    #expect(try Data(contentsOf: url) == Data("line".utf8))
  }
}
