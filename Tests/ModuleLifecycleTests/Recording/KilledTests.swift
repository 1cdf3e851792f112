import Dispatch
import Testing

@testable import ModuleLifecycle

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that records as fast as it can is killed, at any time. What it has done is known from memory that it
/// shares, and of that the file has all that is older than 100 ms.
@Suite(.timeLimit(.minutes(10))) struct KilledTests {
  /// How many processes to kill.
  private static let rounds = 50
  /// How many modules the process has; as many entries come before the first dispatch.
  fileprivate static let modules = 8

  @Test func whatIsOlderThanTheLastMomentIsInTheFile() async throws {
    let folder = KilledFolder(of: getpid())
    for round in 0..<Self.rounds {
      try folder.make()
      defer { folder.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) { await DoomedProcess.run() }
      let times = try #require(SharedTimes(folder.times))
      let file = try TornFile(folder.recording)
      let count = times.count
      #expect(count > 0, "round \(round)")
      // A thread that waits for a few milliseconds, and gets its turn later than that, is what the recorder suffers too,
      // in each of the up to ten turns that it takes in 100 ms.
      let bound = 100_000_000 + 10 * times.lateness
      let covered = file.entries + Int(file.dropped) - Self.modules
      #expect(file.isInOrder, "round \(round)")
      guard covered < count else { continue }
      let age = times[count - 1] - times[max(0, covered)]
      #expect(
        age <= bound,
        "round \(round): of \(count) dispatches \(covered) are told, the last \(age) ns are not; late by \(times.lateness)"
      )
    }
  }
}

/// Where a process and the one that looks after it meet: they know each other by number.
private struct KilledFolder {
  let path: String

  init(of process: pid_t) { path = "\(FileManager.default.temporaryDirectory.path)/rollcall-killed-\(process)" }

  var recording: String { "\(path)/a.rollcall" }
  var times: String { "\(path)/times" }

  func make() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The process that is killed: by itself, at a moment that it does not choose.
private enum DoomedProcess {
  @MainActor static func run() async {
    let folder = KilledFolder(of: getppid())
    let composite = CompositeDelegate()
    guard let times = SharedTimes(folder.times, capacity: 4_000_000),
      let recording = try? composite.journal.record(to: folder.recording)
    else { exit(70) }
    for index in 0..<KilledTests.modules {
      _ = try? composite.register("module \(index)") { Probe("module") { $0.on(Tick.self) { _, _ in } } }
    }
    let watcher = Thread(times)
    watcher.begin()
    composite.send(Tick())
    times[0] = MonotonicClock.system.now
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + .milliseconds(.random(in: 1...250))) {
      @Sendable in kill(getpid(), SIGKILL)
    }
    var count = 1
    while count < times.capacity {
      composite.send(Tick())
      times[count] = MonotonicClock.system.now
      count += 1
    }
    withExtendedLifetime(recording) { while true { sleep(1) } }
  }

  /// Notes how late one gets one's turn.
  private final class Thread: Sendable {
    private let times: SharedTimes

    init(_ times: SharedTimes) { self.times = times }

    func begin() {
      _ = RecorderThread.start { [self] in
        var before = MonotonicClock.system.now
        while true {
          usleep(2_000)
          let now = MonotonicClock.system.now
          times.lateness = max(times.lateness, now - before - 2_000_000)
          before = now
        }
      }
    }
  }
}

/// Times in memory that outlives the process.
@safe private final class SharedTimes: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<UInt64>
  let capacity: Int

  /// Those of another process, or, with a capacity, new ones.
  init?(_ path: String, capacity: Int? = nil) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    if let capacity { ftruncate(descriptor, off_t((capacity + 2) * 8)) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size >= 16, let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe address != MAP_FAILED
    else { return nil }
    unsafe memory = address.bindMemory(to: UInt64.self, capacity: size / 8)
    self.capacity = size / 8 - 2
  }

  deinit { unsafe munmap(memory, (capacity + 2) * 8) }

  /// The latest that a thread got its turn, in nanoseconds.
  var lateness: UInt64 {
    get { unsafe memory[0] }
    set { unsafe memory[0] = newValue }
  }

  subscript(index: Int) -> UInt64 {
    get { unsafe memory[index + 2] }
    set { unsafe memory[index + 2] = newValue }
  }

  /// How many times were noted, each after the one before it.
  var count: Int {
    var (low, high) = (0, capacity)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] != 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A recording whose last line may be torn.
private struct TornFile {
  private(set) var entries = 0
  private(set) var dropped: UInt64 = 0
  /// Whether each dispatch is followed by the next, save where a gap says otherwise.
  private(set) var isInOrder = true

  init(_ path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first else { return }
    _ = try JSONDecoder().decode(JournalHeader.self, from: Data(first.utf8))
    var last: UInt64?
    for line in lines.dropFirst() {
      switch try JournalLine.decode(String(line)) {
      case .gap(let gap):
        dropped += gap.dropped
        last = last.map { $0 + gap.dropped }
      case .dispatch(let dispatch):
        entries += 1
        if let last, dispatch.id != last + 1 { isInOrder = false }
        last = dispatch.id
      default: entries += 1
      }
    }
  }
}
