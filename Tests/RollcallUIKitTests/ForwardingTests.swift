import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import RollcallUIKit
import Testing

/// Without UIKit on this machine, the tests compare the list, the forwarder's text and the page on iOS.
@Suite(.inTurn, .serialized) struct ForwardingTests {
  @Test func everyEventIsForwardedOrHasAReasonNotToBe() {
    expectEqual(ForwardedEvent.all.map { $0.type.name }, EventCatalog.standard.names)
    for event in ForwardedEvent.all {
      switch event.way {
      case .methods(let methods): #expect(!methods.isEmpty)
      case .methodIfHandled: break
      case .notForwarded(let reason): #expect(!reason.isEmpty)
      }
    }
  }

  @Test func eachMethodOfTheListSendsItsEvent() throws {
    let methods = Dictionary(try DelegateMethod.all().map { ($0.name, $0.body) }) { first, _ in first }
    for event in ForwardedEvent.all {
      for name in event.methods {
        let body = try #require(methods[name], "\(name) is not in the forwarder")
        let type = String(describing: event.type)
        #expect(["(", " "].contains { body.contains("\($0)\(type)(") }, "\(name) does not create \(type)")
        #expect(body.contains("send("), "\(name) sends nothing")
      }
    }
  }

  /// A selector has as many colons as its method has parameters.
  @Test func theApplicationsMethodsHaveSelectors() throws {
    let sent = ForwardedEvent.all.compactMap { event in
      event.methods.first { $0.hasPrefix("application") }.map { (event.type.name, $0) }
    }
    expectEqual(Set(ApplicationMethod.selectors.keys), Set(sent.map(\.0)))
    for (event, method) in sent {
      let selector = try #require(ApplicationMethod.selectors[event])
      expectEqual(selector.filter { $0 == ":" }.count, method.filter { $0 == ":" }.count, "\(selector)")
      #expect(selector.hasPrefix(method.prefix { $0 != "(" }), "\(selector)")
    }
  }

  @Test func theForwarderHasNoOtherMethods() throws {
    let own: Set = ["responds(to:)", "objects(restored:)"]
    let listed = ForwardedEvent.all.flatMap(\.methods)
    expectEqual(Set(listed).count, listed.count)
    expectEqual(Set(try DelegateMethod.all().map(\.name)).subtracting(own), Set(listed))
  }

  @Test func eachCompletionHandlerIsCalledOnceFromTheCompositesCompletion() throws {
    let asynchronous = ForwardedEvent.all.filter { $0.type is any AsyncLifecycleEvent.Type }.flatMap(\.methods)
    let methods = try DelegateMethod.all().filter { asynchronous.contains($0.name) }
    #expect(methods.count == asynchronous.count && methods.count == 7)
    for method in methods {
      let sent = try #require(method.body.range(of: "send("), "\(method.name)")
      #expect(method.body[sent.upperBound...].matches(of: /completionHandler\(/).count == 1, "\(method.name)")
    }
  }

  @Test func aMethodWhosePresenceMattersIsVisibleIfAModuleHandlesItsEvent() {
    let all = ApplicationMethod.unheardSelectors(handled: [])
    expectEqual(
      all,
      [
        "application:didReceiveRemoteNotification:fetchCompletionHandler:",
        "application:performFetchWithCompletionHandler:", "application:supportedInterfaceOrientationsForWindow:",
        "application:configurationForConnectingSceneSession:options:",
      ])
    let some = ApplicationMethod.unheardSelectors(handled: ["performFetch", "didBecomeActive"])
    expectEqual(all.subtracting(some), ["application:performFetchWithCompletionHandler:"])
  }

  @Test func methodsAreReadFromText() {
    let text = """
      open func a(_ x: [Int: (Int, Int) -> Void], open y: Set<Int> = []) -> Bool { if x { y } }
      private func b() {}
      public nonisolated func c(
        _ x: Int,
        with done: @escaping (Int) -> Void
      ) {
        done(x)
      }
      """
    let methods = DelegateMethod.methods(in: text)
    expectEqual(methods.map(\.name), ["a(_:open:)", "c(_:with:)"])
    expectEqual(methods.map { $0.body.trimmingCharacters(in: .whitespacesAndNewlines) }, ["if x { y }", "done(x)"])
  }
}

/// The table of forwarded events in `iOS.md`.
@Suite(.inTurn, .serialized) struct ForwardingTableTests {
  private static let (begin, end) = ("<!-- Recorded by `make goldens` -->\n", "<!-- End of the recording -->\n")

  private var table: String {
    let rows = ForwardedEvent.all.map { event in
      let source =
        switch event.way {
        case .methods(let methods): methods.map { "`\($0)`" }.joined(separator: ", ")
        case .methodIfHandled(let method): "`\(method)`, where a module handles it"
        case .notForwarded(let reason): "not forwarded, because \(reason)"
        }
      let system = event.system.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(event.type.name)` | \(source) | \(system) |\n"
    }
    return "| Event | Sent by | Of `system` |\n|-|-|-|\n" + rows.joined()
  }

  /// With `ROLLCALL_RECORD_GOLDENS=1` in the environment, the test records the table instead and fails: a recording
  /// must be reviewed before it counts.
  @Test func theTableMatchesTheList() throws {
    let page = try String(contentsOf: Package.page, encoding: .utf8)
    let parts = page.components(separatedBy: Self.begin)
    let rest = parts.last?.components(separatedBy: Self.end) ?? []
    try #require(parts.count == 2 && rest.count == 2, "the page must have one place for the table")
    if Package.isRecording {
      try (parts[0] + Self.begin + table + Self.end + rest[1]).write(
        to: Package.page, atomically: true, encoding: .utf8)
      Issue.record("recorded the table in iOS.md: review it, then run without recording")
      return
    }
    expectEqual(rest[0], table, "the table in iOS.md does not match the list")
  }
}
