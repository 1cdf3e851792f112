import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the system says about the process that a journal is made in.
package struct ProcessStart: Sendable, Equatable {
  /// How long before the journal's start the system had made the process, in nanoseconds; `nil` if unknown. Linux counts
  /// in hundredths of a second.
  package var nanoseconds: UInt64?
  /// Whether iOS had made the process before the user opened the app. How long before the app began is then unknown.
  package var isPrewarmed = false
  /// Whether a debugger or another tracer was attached.
  package var isTraced = false

  package init(nanoseconds: UInt64? = nil, isPrewarmed: Bool = false, isTraced: Bool = false) {
    (self.nanoseconds, self.isPrewarmed, self.isTraced) = (nanoseconds, isPrewarmed, isTraced)
  }

  /// Whether iOS says so now. It no longer does once the application has launched.
  static var isPrewarmedNow: Bool { ProcessInfo.processInfo.environment["ActivePrewarm"] == "1" }

  /// Reads what Linux writes about a process in its two files of facts.
  ///
  /// - Parameters:
  ///   - facts: One line of numbers.
  ///   - status: One line for each fact, with its name.
  ///   - ticks: How many ticks a second has.
  ///   - now: The time since the system's start, with the time that it slept, in nanoseconds.
  init(facts: [UInt8], status: [UInt8], ticks: Int, now: UInt64) {
    // Bytes, because to look for characters takes several times as long as to read the files. The command's name is in
    // parentheses, and can contain parentheses and spaces. The state, field 3, comes after it.
    let fields = facts[(facts.lastIndex(of: UInt8(ascii: ")")) ?? 0)...].split(separator: UInt8(ascii: " "))
    if fields.count > 20, ticks > 0, let start = UInt64(String(decoding: fields[20], as: UTF8.self)) {
      let seconds = (start / UInt64(ticks)).multipliedReportingOverflow(by: 1_000_000_000)
      let rest = start % UInt64(ticks) * 1_000_000_000 / UInt64(ticks)
      nanoseconds = seconds.overflow ? nil : now.minus(seconds.partialValue.plus(rest))
    }
    let tracer = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "TracerPid:".utf8) }
    isTraced = tracer?.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}

extension ProcessStart {
  private static let isTaken = Atomic(false)

  /// What the system says about this process, the first time; nothing later.
  static var ofFirstJournal: ProcessStart {
    isTaken.exchange(true, ordering: .relaxed) ? ProcessStart() : .current
  }
}
