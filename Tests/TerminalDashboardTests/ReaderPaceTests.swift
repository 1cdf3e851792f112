import Dashboard
import Dispatch
import ModuleLifecycle
import Testing

@testable import TerminalDashboard

/// Who writes much keeps to the pace of who reads it.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ReaderPaceTests {
  private let composite = CompositeDelegate()
  private let reader: JournalReader

  init() { reader = composite.journal.reader() }

  private func send(_ count: Int) {
    for _ in 0..<count { composite.send(DidReceiveMemoryWarning()) }
  }

  @Test func whoReadsKeepsNobodyWaiting() async {
    let pace = ReaderPace(reader, patience: .seconds(3600))
    send(ReaderPace.slack)
    await withCheckedContinuation { continuation in pace.later { continuation.resume() } }
    send(1)
    var isDone = false
    pace.later { isDone = true }
    for _ in 0..<100 { await Task.yield() }
    #expect(!isDone, "the reader is behind")
    _ = reader.read(limit: 1)
    pace.didRead()
    while !isDone { await Task.yield() }
    #expect(isDone)
  }

  @Test func aTurnComesOnce() async {
    let pace = ReaderPace(reader, patience: .milliseconds(1))
    send(2 * ReaderPace.slack)
    var count = 0
    await withCheckedContinuation { continuation in
      pace.later {
        count += 1
        continuation.resume()
      }
    }
    _ = reader.read()
    pace.didRead()
    for _ in 0..<100 { await Task.yield() }
    #expect(count == 1)
  }

  @Test func whoDoesNotReadStopsNobody() async {
    let source = CompositeSource(composite, secondsFromUTC: 0) {}
    let (news, continuation) = AsyncStream<RepetitionSummary>.makeStream()
    _ = source.perform(.fireRepeatedly(event: "didReceiveMemoryWarning", arguments: .null, times: 3_000)) {
      if case .repeated(let summary) = $0 { continuation.yield(summary) }
    }
    var iterator = news.makeAsyncIterator()
    let summary = await iterator.next()
    #expect(summary?.done == 3_000)
  }
}
