import Foundation
package import ModuleLifecycle
import ModuleLifecycleTesting
package import RollcallRecordings

/// The entries of a real composite: its modules answer, own objects, throw, send events from handlers, are removed and
/// brought back.
@MainActor package enum SampleRecording {
  struct Refusal: Error, CustomStringConvertible {
    let description = "no \"reason\"\n\u{1F6D1} \\"
  }

  final class Worker: Module {
    let owned: OwnedObjects
    weak var composite: CompositeDelegate?
    private var count = 0

    init(_ name: String, in composite: CompositeDelegate) {
      owned = OwnedObjects(owner: name, journal: composite.journal)
      self.composite = composite
      owned.own("ledger of \(name)", as: "file") {}
    }

    static func handlers(_ handlers: inout ModuleHandlers<Worker>) {
      handlers.answer(DidFinishLaunching.self) { _, _ in true }
      handlers.on(DidBecomeActive.self) { worker, _ in worker.work() }
      handlers.on(WillResignActive.self) { _, _ in throw Refusal() }
      handlers.answer(OpenURL.self) { _, event in event.url.scheme == "pay" }
    }

    private func work() {
      count += 1
      owned.own("GET /\(count)?\u{E9}", as: "request", detail: "\t\u{1F4E6}") {}.cancel()
      owned.own("t\(count)", as: "timer") {}
      if count % 3 == 0 { composite?.send(OpenURL(url: SampleRecording.url("pay:\(count)"))) }
    }
  }

  private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

  /// The header, and the entries of this many rounds.
  package static func make(rounds: Int) throws -> (header: JournalHeader, entries: [AnyEntry]) {
    let clock = ManualClock()
    let composite = CompositeDelegate(name: "Storefront", journal: Journal(capacity: 64 << 20, clock: clock.monotonic))
    let names = ["Session", "Scene", "Store \u{4E2D}\u{6587}", "Push"]
    for name in names {
      try composite.register(name) { [weak composite] in Worker(name, in: composite ?? CompositeDelegate(name: "none"))
      }
    }
    composite.send(DidFinishLaunching(options: ["from": "push \"now\""]))
    for round in 0..<rounds {
      clock.advance(by: .microseconds(1))
      composite.send(DidBecomeActive())
      composite.send(OpenURL(url: url(round % 2 == 0 ? "pay:\(round)" : "https://example.com/\(round)")))
      composite.send(WillResignActive())
      composite.journal.note(output: "line \(round) \u{1B}[1m", by: nil)
    }
    composite.tearDown()
    return (JournalHeader(application: "Storefront", startedNanoseconds: 5), composite.journal.reader().readAny())
  }

  /// The sample as the lines of a file.
  package static func lines(_ sample: (header: JournalHeader, entries: [AnyEntry])) throws -> [String] {
    [JournalLine.encode(sample.header)] + sample.entries.map { JournalLine.encode($0) }
  }
}
