import Dispatch
import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Checks that owned objects are really gone, as the system and Foundation report it, not as Rollcall counts.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RealResourcesTests {
  /// A center holds its block, and the block holds the hub's link, until the observation is removed from the center.
  @Test func aCenterHasOneObserverOfANameAndNoneAfterTheLast() throws {
    let center = NotificationCenter()
    let name = Notification.Name("userDidLogOut")
    var owners = (1...3).map { _ in Owner() }
    for owner in owners { owner.owned.observe(name, center: center) {} }
    let link = LifeSign(ObservationHub.link(of: name, at: center))
    #expect(link.isAlive)
    owners.removeFirst()
    owners[0].owned.observe(name, named: "again", level: 5, center: center) {}
    #expect(ObservationHub.link(of: name, at: center) === link.object, "There is one observer.")
    owners.removeFirst()
    #expect(link.isAlive)
    owners.removeFirst()
    #expect(!link.isAlive, "The center has released its block.")
    #expect(ObservationHub.link(of: name, at: center) == nil)
    let late = Owner()
    late.owned.observe(name, center: center) {}
    #expect(ObservationHub.link(of: name, at: center) != nil)
  }

  @Test func aCenterIsFreedWithItsLastObservation() {
    var owner: Owner? = Owner()
    var center: NotificationCenter? = NotificationCenter()
    let life = LifeSign(center)
    if let center { owner?.owned.observe(Notification.Name("a"), center: center) {} }
    center = nil
    #expect(life.isAlive)
    owner = nil
    #expect(!life.isAlive)
  }

  @Test func theHubReleasesCentersUnderConcurrentUse() async {
    let name = Notification.Name("userDidLogOut")
    let life = LifeSign()
    do {
      let center = NotificationCenter()
      life.object = center
      for _ in 0..<200 {
        await concurrently(4) { worker in
          let owner = Owner()
          owner.owned.observe(name, level: worker, center: center, onAnyThread: { _ in })
          center.post(name: name, object: nil)
        }
        #expect(ObservationHub.link(of: name, at: center) == nil)
      }
    }
    await eventually { !life.isAlive }
  }

  #if os(Linux)
  /// How many descriptors of this process are open on a file that no other code knows.
  private func descriptors(of file: URL) throws -> Int {
    let folder = "/proc/self/fd"
    let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { entry in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(entry)")) == path
    }
  }

  @Test func aFileHasNoOpenDescriptorAfterItsOwnersDeath() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "owned-\(UUID().uuidString)")
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var owner: Owner? = Owner()
    owner?.owned.own(file: try FileHandle(forWritingTo: url), named: "handle")
    unsafe owner?.owned.own(descriptor: open(url.path(percentEncoded: false), O_RDONLY), named: "bare")
    try expectEqual(descriptors(of: url), 2)
    owner = nil
    try expectEqual(descriptors(of: url), 0)
  }
  #endif

  /// A pipe's reading end reports its end only after the writing end is closed.
  @Test func theReadingEndOfAPipeSeesItsEnd() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    var owner: Owner? = Owner()
    owner?.owned.own(descriptor: ends[1], named: "pipe")
    var byte: UInt8 = 0
    expectEqual(unsafe read(ends[0], &byte, 1), -1, "Open, and nothing to read.")
    owner = nil
    expectEqual(unsafe read(ends[0], &byte, 1), 0, "Closed.")
  }

  /// Timeouts longer than any other test keeps the main actor busy: only the owner ends a request.
  private var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.cancellable
    configuration.timeoutIntervalForRequest = 3_600
    configuration.timeoutIntervalForResource = 3_600
    return configuration
  }

  @Test func aServerSeesTheEndOfARequestsConnection() async throws {
    let server = try HangingServer()
    let session = URLSession(configuration: patient)
    var owner: Owner? = Owner()
    owner?.owned.request("request", try server.request("1"), in: session) { _ in }
    let task = session.dataTask(with: try server.request("2"))
    owner?.owned.own(task: task, named: "task")
    task.resume()
    await eventually { server.accepted.value == 2 }
    expectEqual(server.closed.value, 0)
    owner = nil
    await eventually { server.closed.value == 2 }
    session.finishTasksAndInvalidate()
  }

  @Test func aServerSeesTheEndOfASessionWithAllItsTasks() async throws {
    let server = try HangingServer()
    var owner: Owner? = Owner()
    let session = URLSession(configuration: patient)
    owner?.owned.own(session: session, named: "api")
    for page in 1...3 { session.dataTask(with: try server.request("\(page)")).resume() }
    await eventually { server.accepted.value == 3 }
    expectEqual(server.closed.value, 0)
    owner = nil
    await eventually { server.closed.value == 3 }
  }

  /// Runs the loop of the main actor's current thread, which does not change without a suspension.
  @Test func aRunLoopFiresNoTimerAfterItsOwnersDeath() {
    let count = Count()
    var owner: Owner? = Owner()
    let timer = Timer(timeInterval: 0.001, repeats: true) { _ in count.raise() }
    RunLoop.current.add(timer, forMode: .default)
    owner?.owned.own(timer: timer, named: "beat")
    while count.value < 2 { _ = RunLoop.current.run(mode: .default, before: .now + 0.05) }
    owner = nil
    let last = count.value
    let later = Timer(timeInterval: 0.02, repeats: false) { _ in count.raise() }
    RunLoop.current.add(later, forMode: .default)
    while later.isValid { _ = RunLoop.current.run(mode: .default, before: .now + 0.05) }
    expectEqual(count.value, last + 1, "Only the other timer has fired.")
  }
}
