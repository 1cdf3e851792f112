import Foundation
import ModuleLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The delivered event, without a response or arguments.
struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}

/// The same with a text.
struct Note: EventWithExample {
  let text: String
  static var example: Note { Note(text: "") }
}

/// The work of every handler: it counts its calls.
@MainActor final class Receiver: Module, Listener {
  var calls = 0

  static func handlers(_ handlers: inout ModuleHandlers<Receiver>) {
    handlers.on(Tick.self) { receiver, _ in receiver.calls &+= 1 }
    handlers.on(Note.self) { receiver, _ in receiver.calls &+= 1 }
  }

  func receive(_ tick: Tick) { calls &+= 1 }
}

@MainActor protocol Listener: AnyObject {
  func receive(_ tick: Tick)
}

/// A way to deliver an event to a number of receivers.
@MainActor protocol Contender {
  init(_ receivers: Int) throws
  /// Delivers one event to all receivers before it returns.
  func deliver() async
  /// How often each receiver was called.
  var calls: [Int] { get }
}

/// A loop that calls a method of each receiver.
struct ProtocolLoop: Contender {
  private let listeners: [any Listener]

  init(_ receivers: Int) { listeners = (0..<receivers).map { _ in Receiver() } }

  func deliver() { for listener in listeners { listener.receive(Tick()) } }

  var calls: [Int] { listeners.compactMap { ($0 as? Receiver)?.calls } }
}

/// A loop that calls a closure for each receiver.
struct ClosureLoop: Contender {
  private let receivers: [Receiver]
  private let closures: [@MainActor (Tick) -> Void]

  init(_ receivers: Int) {
    let all = (0..<receivers).map { _ in Receiver() }
    self.receivers = all
    closures = all.map { receiver in { receiver.receive($0) } }
  }

  func deliver() { for closure in closures { closure(Tick()) } }

  var calls: [Int] { receivers.map(\.calls) }
}

/// The same loop with one clock read per closure: the least that any timing of handlers can cost.
struct TimedClosureLoop: Contender {
  private let receivers: [Receiver]
  private let closures: [@MainActor (Tick) -> Void]
  private let longest = Longest()

  @MainActor private final class Longest { var nanoseconds: UInt64 = 0 }

  init(_ receivers: Int) {
    let all = (0..<receivers).map { _ in Receiver() }
    self.receivers = all
    closures = all.map { receiver in { receiver.receive($0) } }
  }

  func deliver() {
    var longest: UInt64 = 0
    var last = clock()
    for closure in closures {
      closure(Tick())
      let end = clock()
      longest = max(longest, end - last)
      last = end
    }
    self.longest.nanoseconds = max(self.longest.nanoseconds, longest)
  }

  @inline(__always) private func clock() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  var calls: [Int] { receivers.map(\.calls) }
}

/// The composite delegate with its journal.
struct Composite: Contender {
  let composite: CompositeDelegate

  init(_ receivers: Int) throws {
    composite = CompositeDelegate()
    for index in 0..<receivers { try composite.register("module \(index)") { Receiver() } }
  }

  func deliver() { composite.send(Tick()) }

  var calls: [Int] { composite.modules.compactMap { composite.module(Receiver.self, named: $0.name)?.calls } }
}

/// The composite delegate when it also measures the kinds of each handler's time.
struct MeasuringComposite: Contender {
  private let inner: Composite

  init(_ receivers: Int) throws {
    inner = try Composite(receivers)
    inner.composite.measuring = .processor
  }

  func deliver() { inner.deliver() }

  var calls: [Int] { inner.calls }
}

/// The composite delegate with its journal switched off.
struct CompositeWithoutJournal: Contender {
  private let inner: Composite

  init(_ receivers: Int) throws {
    inner = try Composite(receivers)
    inner.composite.journal.isEnabled = false
  }

  func deliver() { inner.deliver() }

  var calls: [Int] { inner.calls }
}

/// The composite delegate with its journal, for an event with a text.
struct CompositeWithText: Contender {
  private let inner: Composite
  private let note = Note(text: "twenty bytes of text")

  init(_ receivers: Int) throws { inner = try Composite(receivers) }

  func deliver() { inner.composite.send(note) }

  var calls: [Int] { inner.calls }
}

/// A notification that all receivers observe.
struct Notifications: Contender {
  private let center = NotificationCenter()
  private let name = Notification.Name("tick")
  private let receivers: [Receiver]
  private let observers: [any NSObjectProtocol]

  init(_ receivers: Int) {
    let all = (0..<receivers).map { _ in Receiver() }
    let (center, name) = (center, name)
    self.receivers = all
    observers = all.map { receiver in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { receiver.calls &+= 1 }
      }
    }
  }

  func deliver() { center.post(name: name, object: nil) }

  var calls: [Int] { receivers.map(\.calls) }
}

/// A stream for each receiver, and a task that reads it.
struct Streams: Contender {
  private let receivers: [Receiver]
  private let inputs: [AsyncStream<Tick>.Continuation]
  private let group = Latch()

  /// Resumes its waiter when all receivers have read.
  @MainActor final class Latch {
    var missing = 0
    var waiter: CheckedContinuation<Void, Never>?

    func arrive() {
      missing -= 1
      if missing == 0 { waiter?.resume() }
    }
  }

  init(_ receivers: Int) {
    let all = (0..<receivers).map { _ in Receiver() }
    self.receivers = all
    let group = group
    inputs = all.map { receiver in
      let (stream, input) = AsyncStream.makeStream(of: Tick.self)
      Task {
        for await tick in stream {
          receiver.receive(tick)
          group.arrive()
        }
      }
      return input
    }
  }

  func deliver() async {
    group.missing = inputs.count
    await withCheckedContinuation { waiter in
      group.waiter = waiter
      for input in inputs { input.yield(Tick()) }
    }
  }

  var calls: [Int] { receivers.map(\.calls) }
}
