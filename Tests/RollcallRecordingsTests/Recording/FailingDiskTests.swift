import Dispatch
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

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

/// A disk that blocks writes while it is closed.
final class DiskGate: Sendable {
  private let isClosed = Atomic(false)
  /// Whether a write is blocked at the closed disk.
  let isHolding = Atomic(false)
  /// The recorder's time, in nanoseconds. It stands still, so that entries do not age on a busy machine.
  let time = Atomic<UInt64>(0)
  private let opened = DispatchSemaphore(value: 0)

  func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

  func open() {
    isClosed.store(false, ordering: .sequentiallyConsistent)
    opened.signal()
  }

  var disk: RecordingDisk {
    RecordingDisk { [self] descriptor, bytes in
      while isClosed.load(ordering: .sequentiallyConsistent) {
        isHolding.store(true, ordering: .sequentiallyConsistent)
        opened.wait()
      }
      return RecordingDisk.system.write(descriptor, bytes)
    }
  }
}

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct FailingDiskTests {
  private let folder: RecordingFolder
  private let path: String
  private let journal = Journal()

  init() throws {
    folder = try RecordingFolder()
    path = folder.path(of: "a.rollcall")
  }

  @Test func shortAndInterruptedWritesAreContinued() throws {
    let calls = Atomic(0)
    let disk = RecordingDisk { descriptor, bytes in
      if calls.add(1, ordering: .relaxed).newValue % 3 == 0 {
        errno = EINTR
        return -1
      }
      return RecordingDisk.system.write(descriptor, bytes.prefix(7))
    }
    let recording = try journal.record(to: path, disk: disk, now: { 0 })
    for index in 0..<500 { journal.note(output: "line \(index)", by: nil) }
    let status = recording.stop()
    #expect(status.problem == nil && status.entries == 500)
    try expectEqual(RecordedFile(path).entries, journal.entries)
  }

  @Test func aFullDiskEndsARecordingAfterACompleteLine() throws {
    let room = Atomic(2_000)
    let disk = RecordingDisk { descriptor, bytes in
      let left = room.load(ordering: .relaxed)
      guard left > 0 else {
        errno = ENOSPC
        return -1
      }
      let count = RecordingDisk.system.write(descriptor, bytes.prefix(left))
      room.subtract(count, ordering: .relaxed)
      return count
    }
    let ended = DispatchSemaphore(value: 0)
    let recording = try journal.record(to: path, disk: disk, now: { 0 })
    recording.whenEnded { _ in ended.signal() }
    for index in 0..<500 { journal.note(output: "line \(index)", by: nil) }
    ended.wait()
    let status = recording.status
    expectEqual(
      status.problem, "'a.rollcall' can't be written any more: there is no space left on the disk.")
    #expect(!status.isRunning)
    let file = try RecordedFile(path)
    #expect(!file.entries.isEmpty && file.entries == Array(journal.entries.prefix(file.entries.count)))
    expectEqual(status.entries, UInt64(file.entries.count))
    try expectEqual(status.bytes, UInt64(Data(contentsOf: URL(filePath: path)).count))
    // Writers of the journal continue, and stopping does not wait.
    journal.note(output: "after", by: nil)
    expectEqual(recording.stop(), status)
  }

  /// A line that is too long for readers is counted instead of written.
  @Test func aLineTooLongForReadersIsAGap() throws {
    let journal = Journal(capacity: 64 << 20)
    let recording = try journal.record(to: path, disk: .system)
    // Short enough, but with more values than readers accept.
    let many = EventValue.array(Array(repeating: .bool(true), count: 1_000_000))
    journal.append(
      .completion(
        CompletionEntry(
          kind: .late, dispatch: 1, event: "openURL", module: "Feed", moduleID: ModuleID(rawValue: 1), value: many,
          atNanoseconds: 1, tookNanoseconds: 1)))
    journal.note(output: "before", by: nil)
    journal.append(
      .warning(
        WarningEntry(
          kind: .depthCap, message: String(repeating: "x", count: JournalLine.mostBytes), module: nil, dispatch: nil,
          atNanoseconds: 1)))
    journal.note(output: "after", by: nil)
    let status = recording.stop()
    #expect(status.dropped == 2 && status.problem == nil, "\(status)")
    let entries = try RecordedFile(path).entries
    #expect(entries.contains(.gap(GapEntry(dropped: 1))))
    #expect(entries.contains { if case .output(let entry) = $0 { entry.line == "after" } else { false } })
    #expect(status.bytes < 10_000)
  }

  @Test func aFileStopsAtItsLimit() throws {
    let ended = DispatchSemaphore(value: 0)
    let recording = try journal.record(to: path, limit: 5_000, disk: .system)
    recording.whenEnded { _ in ended.signal() }
    while recording.status.isRunning { journal.note(output: "line", by: nil) }
    ended.wait()
    expectEqual(recording.status.problem, "'a.rollcall' has reached its limit of 5000 bytes; nothing more is recorded.")
    #expect(recording.status.bytes <= 5_000)
    let file = try RecordedFile(path)
    #expect(!file.entries.isEmpty && recording.status.entries == UInt64(file.entries.count))
    // There was no room for another line.
    #expect(recording.status.bytes > 4_800)
  }

  @Test func oneStalledWriteLosesNothing() async throws {
    let gate = DiskGate()
    let recording = try journal.record(
      to: path, disk: gate.disk, now: { gate.time.load(ordering: .sequentiallyConsistent) })
    gate.close()
    for index in 0..<1_000 { journal.note(output: "line \(index)", by: nil) }
    await eventually { gate.isHolding.load(ordering: .sequentiallyConsistent) }
    for index in 1_000..<2_000 { journal.note(output: "line \(index)", by: nil) }
    gate.time.store(60_000_000_000, ordering: .sequentiallyConsistent)
    gate.open()
    await eventually { !recording.status.isRunning || recording.status.entries + recording.status.dropped >= 2_000 }
    let status = recording.stop()
    #expect(status.dropped == 0 && status.entries == 2_000)
    try expectEqual(RecordedFile(path).entries, journal.entries)
  }

  @Test func aRecordingThatCanNotBeginLeavesNoFile() throws {
    let full = RecordingDisk { _, _ in
      errno = ENOSPC
      return -1
    }
    let error = #expect(throws: RecordingStartError.self) { try journal.record(to: path, disk: full) }
    expectEqual(error?.description, "'\(path)' can't be written: there is no space left on the disk.")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// At its file size limit, the system ends a process unless the writing thread blocks the signal.
  @Test func aFileSizeLimitDoesNotEndTheProcess() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
        #if canImport(Glibc)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        unsafe setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        let folder = try RecordingFolder()
        let journal = Journal()
        let recording = try journal.record(to: folder.path(of: "a.rollcall"))
        while recording.status.isRunning { journal.note(output: "line", by: nil) }
        guard recording.status.problem?.hasSuffix(": the file would be too large.") == true,
          try !RecordedFile(folder.path(of: "a.rollcall")).entries.isEmpty
        else { exit(1) }
      }
    }
  }
}
