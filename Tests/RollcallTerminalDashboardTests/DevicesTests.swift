import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTestingAdditions
import Testing

/// The code of the page Devices.md, with the files that a device would have.
@MainActor @Suite(.inTurn, .serialized) struct DevicesTests {
  @Test func aLaunchIsRecordedAndTheLatestFilesStay() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "devices-\(UUID().uuidString)/Recordings")
    defer { try? files.removeItem(at: folder.deletingLastPathComponent()) }
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let earlier = (100...120).map { "launch-1700000000\($0).rollcall" }
    for name in earlier + ["notes.txt"] { try Data().write(to: folder.appending(path: name)) }

    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Bell", role: .main) { Bell() }
    composite.send(DidFinishLaunching())
    let status = try recordLaunch(of: composite, in: folder).stop()

    #expect(status.cause == nil)
    let text = try String(contentsOf: URL(filePath: status.path), encoding: .utf8)
    #expect(text.contains("didFinishLaunching"))
    let left = try files.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    expectEqual(left, Array(earlier.dropFirst(2)) + [URL(filePath: status.path).lastPathComponent, "notes.txt"])
  }
}
