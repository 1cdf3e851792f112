import Foundation
import ModuleLifecycle

/// What an application at the other end of a line has said of itself, and whether it still says something. The connection's
/// thread tells it of each line.
final class Reception: Sendable {
  private struct State: Sendable {
    var hello: Hello?
    /// The journal's time, and the clock's, when the application said hello.
    var start: (journal: UInt64, clock: UInt64) = (0, 0)
    /// Why the application has sent the inspector away before that.
    var refusal: String?
    /// When it was heard last, by the clock.
    var heardAt: UInt64
    var contact = Contact.answers
    /// The number behind that of the latest entry.
    var nextEntry: UInt64 = 0
    /// Why it said that it ends the connection.
    var farewell: Contact.Ending?
    /// When the connection ended, by the clock.
    var endedAt: UInt64?

    /// The journal's time at a time of the clock.
    func journalTime(at time: UInt64) -> UInt64 { start.journal.plus(time.minus(start.clock)) }
  }

  private let inbox: Inbox
  /// The process at the other end of a socket; `nil` where no beats come.
  private let peer: Peer?
  private let clock: MonotonicClock
  private let keeps: @Sendable (InspectionMessage, Int) -> Bool
  private let greeted: @Sendable () -> Void
  private let wake: @Sendable () -> Void
  private let state: Locked<State>
  /// Apart from the rest: while a long line is read, the time is asked for.
  private let reader = Locked(MessageReader())

  /// How long an application may say nothing before it is called silent, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  init(
    _ inbox: Inbox, _ peer: Peer?, _ clock: MonotonicClock,
    keeps: @escaping @Sendable (InspectionMessage, Int) -> Bool, greeted: @escaping @Sendable () -> Void,
    wake: @escaping @Sendable () -> Void
  ) {
    (self.inbox, self.peer, self.clock) = (inbox, peer, clock)
    (self.keeps, self.greeted, self.wake) = (keeps, greeted, wake)
    state = Locked(State(heardAt: clock.now))
  }

  var hello: Hello? { state.withLock(\.hello) }
  var refusal: String? { state.withLock(\.refusal) }
  var nextEntry: UInt64 { state.withLock(\.nextEntry) }

  /// Nanoseconds since the journal's start. Nothing goes on after the end.
  var now: UInt64 {
    let time = clock.now
    return state.withLock { $0.journalTime(at: $0.endedAt ?? time) }
  }

  /// Takes a line; `nil` for one that was too long.
  ///
  /// - Returns: Whether the connection goes on.
  func take(_ line: [UInt8]?) -> Bool {
    let bytes = line?.count ?? 0
    let wasSilent = state.withLock { state in
      state.heardAt = clock.now
      return state.contact.isSilent
    }
    if wasSilent { note(.answers) }
    switch reader.withLock({ $0.read(line) }) {
    case .hello(let hello, let now):
      state.withLock { state in
        guard state.hello == nil else { return }
        (state.hello, state.start, state.nextEntry) = (hello, (now, clock.now), hello.nextEntry)
      }
      if hello.isPending || hello.nextEntry > 0 && !hello.isResumed { inbox.noteMissing() }
      _ = keeps(.hello(hello), bytes)
      greeted()
    case .message(let message):
      if let next = message.nextEntry { state.withLock { $0.nextEntry = next } }
      if keeps(message, bytes), inbox.add(message, bytes: bytes) { wake() }
    case .beat(let beat):
      let isSilent = beat.now.minus(beat.answered) > InspectionAgent.silence
      note(isSilent ? .hangs(since: beat.answered) : .answers)
    case .bye(let reason): state.withLock { $0.farewell = reason == "stopped" ? .stopped : .orderly }
    case .refused(let reason):
      state.withLock { state in
        if state.hello == nil { state.refusal = reason } else { state.farewell = .sentAway(reason) }
      }
      return false
    case .tooMuch: return false
    case .nothing: break
    }
    return true
  }

  /// Looks whether the application has been silent for too long.
  func tick() {
    let now = clock.now
    let since = state.withLock { state -> UInt64? in
      guard peer != nil, state.hello != nil, !state.contact.isSilent, now.minus(state.heardAt) >= Self.patience else {
        return nil
      }
      return state.journalTime(at: state.heardAt)
    }
    guard let since else { return }
    note(.isSilent(since: since, isStopped: process.map { ProcessTable.standing(of: $0) == .isStopped } ?? false))
  }

  /// How long to wait at most before the next look, in milliseconds; -1 for as long as it takes.
  var pause: Int32 {
    let now = clock.now
    return state.withLock { state in
      guard peer != nil, state.hello != nil, !state.contact.isSilent else { return -1 }
      return Int32(clamping: Self.patience.minus(now.minus(state.heardAt)) / 1_000_000 + 1)
    }
  }

  /// The connection has ended.
  func end() {
    let time = clock.now
    let farewell = state.withLock { state in
      state.endedAt = time
      return state.farewell
    }
    inbox.end(peer == nil ? nil : farewell ?? (isGone ? .withoutSayingSo : .cut))
  }

  private func note(_ contact: Contact) {
    let isNew = state.withLock { state in
      defer { state.contact = contact }
      return state.contact != contact
    }
    if isNew, inbox.add(.contact(contact), bytes: 0) { wake() }
  }

  /// The application's process. Where a forwarded socket leads to another machine, the process at its other end is not that.
  private var process: Int32? {
    guard let peer, peer.process > 0, hello?.process?.id == Int(peer.process) else { return nil }
    return peer.process
  }

  /// Whether the process has gone, or goes within a moment: its descriptors are closed before it is.
  private var isGone: Bool {
    guard let process else { return false }
    for _ in 0..<30 {
      if ProcessTable.standing(of: process) == .gone { return true }
      usleep(10_000)
    }
    return false
  }
}

extension Contact {
  fileprivate var isSilent: Bool { if case .isSilent = self { true } else { false } }
}

extension InspectionMessage {
  /// The number behind that of the last entry that it tells of.
  fileprivate var nextEntry: UInt64? {
    switch self {
    case .entries(let entries, let first?): first.plus(entries.reduce(0) { $0.plus($1.span) })
    case .prologue(let prologue): prologue.nextEntry
    default: nil
    }
  }
}
