import Foundation
import Measuring
import ModuleLifecycle
import RollcallRecordings

/// The cost of recording to a dispatch, while events are sent without a pause.
///
/// A turn is long enough for the recorder to work in it: a few milliseconds of sending would end before it wakes. Both
/// composites take turns in one process. Each turn begins when the recorder is idle. Each pair is compared separately:
/// a machine that is slower for a second slows down both.
@MainActor struct RecordingCost {
  static let receivers = 64
  private static let turn = Duration.milliseconds(400)

  private var plain = Samples()
  private var recorded = Samples()
  private var ratio = Samples()
  /// The percentage of entries that came too fast to be written.
  private let lost: Double

  /// Measures this many pairs of turns, after one to warm up.
  init(pairs: Int) async throws {
    let plainComposite = try Composite(Self.receivers)
    let recordedComposite = try RecordedComposite(Self.receivers)
    defer { recordedComposite.end() }
    var sent = (plain: 0, recorded: 0)
    for pair in 0...pairs {
      var (plainly, withRecorder) = (0.0, 0.0)
      // The order alternates.
      for isRecorded in pair % 2 == 0 ? [false, true] : [true, false] {
        try await recordedComposite.settle()
        if isRecorded {
          withRecorder = Self.time(recordedComposite.inner, counting: &sent.recorded)
        } else {
          plainly = Self.time(plainComposite, counting: &sent.plain)
        }
      }
      guard pair > 0 else { continue }
      plain.add(plainly)
      recorded.add(withRecorder)
      ratio.add(withRecorder / plainly)
    }
    try await recordedComposite.settle()
    lost = recordedComposite.lostPercentage
    try Comparison.Miscount.check("not recorded", plainComposite.calls, events: sent.plain)
    try Comparison.Miscount.check("recorded", recordedComposite.inner.calls, events: sent.recorded)
  }

  /// Returns the nanoseconds per handler.
  private static func time(_ contender: Composite, counting sent: inout Int) -> Double {
    let start = ContinuousClock.now
    var events = 0
    while .now - start < turn {
      for _ in 0..<100 { contender.deliver() }
      events += 100
    }
    sent += events
    return (.now - start) / .nanoseconds(1) / Double(events * receivers)
  }

  var table: Table {
    var table = Table(["\(Self.receivers) modules, without a pause", "ns", "least", "to the other", "not written"])
    table.add(["not recorded", plain.median.tenths, plain.least.tenths, "-", "-"])
    table.add(["recorded", recorded.median.tenths, recorded.least.tenths, ratio.median.times, "\(lost.tenths)%"])
    return table
  }

  var goal: Goal {
    Goal("\(Self.receivers) handlers, recorded, to not recorded", value: ratio.median, bound: 1.1, text: { $0.times })
  }
}

/// The composite delegate while its journal is recorded to a file.
@MainActor private struct RecordedComposite {
  let inner: Composite
  private let recording: Recording
  private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).rollcall")

  init(_ receivers: Int) throws {
    inner = try Composite(receivers)
    recording = try inner.composite.journal.record(to: path, limit: .max)
  }

  /// Stops the recording and deletes its file.
  func end() {
    recording.stop()
    try? FileManager.default.removeItem(at: path)
  }

  /// Waits until the recorder has nothing to do.
  func settle() async throws {
    var last = recording.status
    repeat {
      last = recording.status
      try await Task.sleep(for: .milliseconds(100))
    } while recording.status != last
    if let problem = last.problem { throw RecordingEnded(problem: problem) }
  }

  var lostPercentage: Double {
    let status = recording.status
    return 100 * Double(status.dropped) / Double(max(1, status.dropped + status.entries))
  }

  private struct RecordingEnded: Error {
    let problem: String
  }
}
