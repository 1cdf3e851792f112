import Foundation
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// An application that ends and comes back.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AttachedApplicationTests {
  private func attach(_ shop: InspectedShop, as role: InspectionRole = .control) throws -> AttachedApplication {
    try AttachedApplication(at: shop.path, in: [shop.place.folder], as: role) {}
  }

  /// An application that hangs at the start, and whose other threads record without pause.
  @Test func newsWithoutEndDoNotHoldUpTheBeginning() async throws {
    let place = SocketPlace()
    let socket = try InspectorSocket(in: place.folder)
    let isOver = Locked(false)
    let code = RecorderThread.start {
      var hello = Hello(application: "Shop", startedNanoseconds: 0)
      hello.isPending = true
      let entries = (0..<1_000).map { AnyEntry.mark(MarkEntry(name: "mark \($0)", atNanoseconds: 1)) }
      let flood = Array(MessageLines.text(of: .entries(entries, from: 0), now: 0).utf8)
      while !isOver.withLock(\.self) {
        guard let (descriptor, _) = socket.accept() else {
          usleep(1_000)
          continue
        }
        _ = fcntl(descriptor, F_SETFL, 0)
        var bytes = Array(MessageLines.text(of: .hello(hello), now: 0).utf8)
        while !bytes.isEmpty {
          let count = unsafe write(descriptor, bytes, bytes.count)
          if count <= 0 { break }
          bytes.removeFirst(count)
          if bytes.isEmpty { bytes = flood }
        }
        close(descriptor)
      }
    }
    expectEqual(code, nil)
    defer { isOver.withLock { $0 = true } }
    let backlog = try await Task.detached {
      let application = try AttachedApplication(at: socket.path, in: [], as: .view, seeks: false, wake: {})
      defer { application.close() }
      application.waitForBeginning()
      return application.backlog
    }.value
    #expect(backlog.kept <= (16 << 20) / AnyEntry.leastBytes && backlog.kept > 0)
  }

  @Test func anApplicationThatComesBackIsAttachedAgain() async throws {
    let shop = try await InspectedShop()
    let application = try attach(shop)
    expectEqual(application.hello.role, .control)
    await shop.end()
    let ending = await application.receive { if case .contact(.ended(let ending)) = $0 { ending } else { nil } }
    expectEqual(ending, .orderly)
    let other = try await MainActor.run {
      let composite = CompositeDelegate(name: "Shop")
      try composite.startInspector(allowing: .control, in: shop.place.folder, clock: ManualClock().monotonic)
      return composite
    }
    let hello = await application.receive { if case .hello(let hello) = $0 { hello } else { nil } }
    #expect(!hello.isResumed && hello.session != application.hello.session)
    expectEqual(hello.role, .view, "control must be requested again")
    application.ask(for: .control)
    await expectEqual(
      application.receive { if case .role(let role) = $0 { role } else { nil } }, InspectionRole.control)
    application.perform(.fire(event: "openURL", arguments: .null))
    await expectEqual(application.answers(to: 1).last, .finished(problem: nil))
    application.close()
    await MainActor.run { withExtendedLifetime(other) {} }
  }

  /// A frozen dashboard receives no entries. Those from before the end come before the new application.
  @Test func whatAFrozenDashboardHasNotReadIsKept() async throws {
    let shop = try await InspectedShop()
    let application = try attach(shop)
    await shop.send(DidReceiveMemoryWarning())
    await shop.end()
    while !application.receive(limit: 0).contains(.contact(.ended(.orderly))) { await Task.yield() }
    let other = try await MainActor.run {
      let composite = CompositeDelegate(name: "Shop")
      try composite.startInspector(in: shop.place.folder, clock: ManualClock().monotonic)
      return composite
    }
    while application.path == shop.path {
      #expect(application.receive(limit: 0).isEmpty, "the new application waits, too")
      await Task.yield()
    }
    var events: [String] = []
    let hello = await application.receive { message -> Hello? in
      switch message {
      case .entries(let entries, _):
        events += entries.compactMap { if case .dispatch(let one) = $0 { one.event } else { nil } }
        return nil
      case .hello(let hello): return hello
      default: return nil
      }
    }
    #expect(!hello.isResumed && events == ["didReceiveMemoryWarning"])
    application.close()
    await MainActor.run { withExtendedLifetime(other) {} }
  }

  @Test func anApplicationWithAnotherNameIsNotTakenForIt() async throws {
    let shop = try await InspectedShop()
    let application = try attach(shop)
    let other = try await MainActor.run {
      let composite = CompositeDelegate(name: "Other")
      try composite.startInspector(in: shop.place.folder, clock: ManualClock().monotonic)
      return composite
    }
    expectEqual(
      RunningApplication.all(in: [shop.place.folder]).map(\.hello?.application).sorted { $0 ?? "" < $1 ?? "" },
      [
        "Other", "Shop",
      ])
    await shop.end()
    _ = await application.receive { if case .contact(.ended) = $0 { () } else { nil } }
    let found = RunningApplication.all(in: [shop.place.folder])
    expectEqual(found.map { $0.isAgain(application.hello) }, [false])
    application.close()
    await MainActor.run { withExtendedLifetime(other) {} }
  }

  /// The application continues, but the connection is lost, as when a forwarded socket is cut.
  @Test func aCutConnectionIsResumed() async throws {
    let shop = try await InspectedShop()
    let relay = try Relay(to: shop.path)
    let application = try AttachedApplication(at: relay.path, in: [], as: .control) {}
    await shop.send(DidFinishLaunching())
    _ = await application.entry { if case .dispatch = $0 { () } else { nil } }
    relay.cut()
    await shop.send(DidBecomeActive())
    let ending = await application.receive { if case .contact(.ended(let ending)) = $0 { ending } else { nil } }
    expectEqual(ending, .cut)
    var events: [String] = []
    while events.isEmpty {
      await application.receive { message in
        switch message {
        case .hello(let hello): #expect(hello.isResumed && hello.role == .control)
        case .prologue: #expect(Bool(false), "nothing was missed")
        case .entries(let entries, _):
          events += entries.compactMap { if case .dispatch(let one) = $0 { one.event } else { nil } }
          return ()
        default: break
        }
        return nil as Void?
      }
    }
    expectEqual(events, ["didBecomeActive"])
    application.close()
    relay.end()
    await shop.end()
  }

  private func contact(_ connection: LineConnection) async -> Contact {
    await connection.receive { if case .contact(let contact) = $0 { contact } else { nil } }
  }

  /// Each installation in the simulator has another container.
  @Test func aNewInstallationIsTheSameProgram() {
    func container(_ id: String, _ name: String) -> String {
      "/Users/kim/Library/Developer/CoreSimulator/Devices/9F2B0C1E-6A0D-4A55-8B0E-1C2D3E4F5A6B/data/Containers/Bundle/"
        + "Application/\(id)/\(name)"
    }
    let (first, second) = ("0A1B2C3D-0000-4000-8000-000000000001", "0A1B2C3D-0000-4000-8000-000000000002")
    let shop = RunningApplication.program(container(first, "Shop.app/Shop"))
    expectEqual(shop, RunningApplication.program(container(second, "Shop.app/Shop")))
    #expect(shop != RunningApplication.program(container(first, "Bank.app/Bank")))
    #expect(RunningApplication.program("/usr/bin/shop") != RunningApplication.program("/opt/bin/shop"))
    #expect(RunningApplication.program(nil) == nil)
  }

  @Test func silenceAndItsEndAreReported() async throws {
    let clock = ManualClock()
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
    let hello = Hello(application: "Shop", startedNanoseconds: 1)
    func say(_ line: String) {
      _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
    }
    say(MessageLines.text(of: .hello(hello), now: 1_000_000_000))
    let peer = try #require(SystemCalls.peer(of: ends[0]))
    let connection = try LineConnection(
      attachingTo: (ends[0], peer), "", patience: .seconds(60), clock: clock.monotonic
    ) {}
    clock.advance(by: .seconds(6))
    connection.askForPrologue()
    await expectEqual(contact(connection), .isSilent(since: 1_000_000_000, isStopped: false))
    say(MessageLines.line(NoticeLine(type: "beat", answered: 7_000_000_000, now: 7_000_000_000)))
    await expectEqual(contact(connection), .answers)
    say(MessageLines.line(NoticeLine(type: "beat", answered: 1_000_000_000, now: 9_000_000_000)))
    await expectEqual(contact(connection), .hangs(since: 1_000_000_000))
    close(ends[1])
    await expectEqual(contact(connection), .ended(.cut))
  }
}

/// Forwards one socket to another, as ssh does, and can be cut.
final class Relay: Sendable {
  let path = "/tmp/rollcall-test-\(UUID().uuidString.prefix(8)).sock"
  private final class Open: Sendable {
    let descriptors = Locked<[Int32]>([])
  }

  private let open = Open()
  private let listening: Int32

  init(to target: String) throws {
    let path = path
    let listening = socket(AF_UNIX, streamSocket, 0)
    self.listening = listening
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let isBound = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listening, 8) == 0)
    let open = open
    Thread.detachNewThread {
      while true {
        let near = accept(listening, nil, nil)
        guard near >= 0, let far = try? InspectorSocket.connect(to: target).descriptor else { return }
        _ = fcntl(far, F_SETFL, fcntl(far, F_GETFL) & ~Int32(O_NONBLOCK))
        open.descriptors.withLock { $0 += [near, far] }
        for (from, to) in [(near, far), (far, near)] {
          Thread.detachNewThread {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = unsafe recv(from, &chunk, chunk.count, 0), count > 0 {
              _ = unsafe chunk.withUnsafeBytes { unsafe send(to, $0.baseAddress, count, Int32(MSG_NOSIGNAL)) }
            }
            shutdown(to, Int32(SHUT_RDWR))
          }
        }
      }
    }
  }

  func cut() { for descriptor in open.descriptors.withLock(\.self) { shutdown(descriptor, Int32(SHUT_RDWR)) } }

  func end() {
    cut()
    shutdown(listening, Int32(SHUT_RDWR))
    unsafe unlink(path)
  }
}
