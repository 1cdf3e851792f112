package import ModuleLifecycle
package import RollcallRecordings

/// The latest entries that an inspector has received from an application. They can be exported even after the
/// application has gone.
package final class KeptEntries: Sendable {
  private struct State: Sendable {
    var hello: Hello?
    var entries: [(entry: AnyEntry, bytes: Int)] = []
    /// How many of `entries` are no longer kept.
    var taken = 0
    var bytes = 0
    var dropped: UInt64 = 0
  }

  private let state = Locked(State())

  /// The limit, in bytes of lines. Read, an entry takes several times as much.
  private static let mostBytes = 16 << 20

  func take(_ message: InspectionMessage, bytes: Int) {
    state.withLock { state in
      switch message {
      case .hello(let hello):
        // A resumed connection continues what is already known.
        if hello.isResumed { break }
        state = State(hello: hello)
      case .prologue(let prologue):
        guard var hello = state.hello, hello.isPending else { break }
        (hello.modules, hello.state, hello.isPending) = (prologue.modules, prologue.state, false)
        hello.launchedNanoseconds = prologue.launchedNanoseconds
        state.hello = hello
      case .entries(let entries, _):
        for entry in entries {
          let bytes = max(AnyEntry.leastBytes, bytes / entries.count)
          state.entries.append((entry, bytes))
          state.bytes += bytes
        }
        while state.bytes > Self.mostBytes, state.taken < state.entries.count {
          state.bytes -= state.entries[state.taken].bytes
          state.dropped = state.dropped.plus(state.entries[state.taken].entry.span)
          state.taken += 1
        }
        guard state.taken * 2 > state.entries.count else { return }
        state.entries.removeFirst(state.taken)
        state.taken = 0
      default: break
      }
    }
  }

  package var header: JournalHeader {
    state.withLock(\.hello).map { JournalHeader($0) } ?? JournalHeader(application: "", startedNanoseconds: 0)
  }

  /// The kept entries, oldest first. A gap stands for earlier ones.
  package var entries: [AnyEntry] {
    state.withLock { state in
      let missing = state.dropped.plus(state.hello?.nextEntry ?? 0)
      return (missing > 0 ? [.gap(GapEntry(dropped: missing))] : []) + state.entries[state.taken...].map(\.entry)
    }
  }
}

extension JournalHeader {
  /// Creates the header for the entries after a hello.
  package init(_ hello: Hello) {
    self.init(application: hello.application, startedNanoseconds: hello.startedNanoseconds)
    (session, processStart) = (hello.session, hello.processStart)
    applicationVersion = hello.process?.version
    secondsFromUTC = hello.secondsFromUTC
    (modules, state, launchedNanoseconds) = (hello.modules, hello.state, hello.launchedNanoseconds)
    budgets = hello.budgets
    rules = Dictionary(hello.events.map { ($0.name, $0.rule) }, uniquingKeysWith: { one, _ in one })
  }
}
