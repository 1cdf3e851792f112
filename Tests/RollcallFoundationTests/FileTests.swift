import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct FileTests {
  @Test func aFileIsClosedWithItsOwner() throws {
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
    expectEqual(journal.releases, ["file ledger ownerReleased"])
    try expectEqual(Data(contentsOf: url), Data("line".utf8))
  }

  /// A second close of the same descriptor could close a file that was opened meanwhile.
  @Test func aFileThatWasClosedEarlierIsNotClosedAgain() throws {
    let journal = Journal()
    var owner: Owner? = Owner(journal)
    let file = FileHandle(fileDescriptor: try nullDescriptor(), closeOnDealloc: false)
    let handle = owner?.owned.own(file: file, named: "null")
    try file.close()
    let heir = try nullDescriptor()
    defer { close(heir) }
    handle?.finish()
    owner = nil
    #expect(fcntl(heir, F_GETFD) != -1)
    expectEqual(journal.releases, ["file null finished"])
  }

  @Test func aDescriptorIsClosedOnceAndItsErrorIsReported() throws {
    let (journal, errors) = (Journal(), Log())
    let owner = Owner(journal)
    let good = owner.owned.own(descriptor: try nullDescriptor(), named: "null") { errors.add("\($0.code)") }
    good.cancel()
    good.cancel()
    #expect(errors.lines.isEmpty)
    let bad = owner.owned.own(descriptor: -1, named: "none") { errors.add("\($0.code == .EBADF)") }
    bad.cancel()
    expectEqual(errors.lines, ["true"])
    expectEqual(journal.releases, ["descriptor null cancelled", "descriptor none cancelled"])
  }

  private func nullDescriptor() throws -> Int32 {
    let descriptor = unsafe open("/dev/null", O_WRONLY)
    try #require(descriptor >= 0)
    return descriptor
  }
}
