import Foundation
import RollcallCSockets

/// The system's information about other processes on this machine.
enum ProcessTable {
  enum Standing: Sendable, Equatable {
    case alive
    case isStopped
    case gone
  }

  /// - Returns: `.alive` if the system does not report more.
  static func standing(of process: Int32) -> Standing {
    guard kill(process, 0) == 0 || errno == EPERM else { return .gone }
    #if os(Linux)
    // `4711 (a name) T 1 …`. The name can itself contain brackets.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return .alive }
    return switch text.split(separator: ")").last?.dropFirst().first {
    case "T", "t": .isStopped
    case "Z", "X": .gone
    default: .alive
    }
    #else
    return switch rollcall_process_state(process) {
    case SSTOP: .isStopped
    case SZOMB, -1: .gone
    default: .alive
    }
    #endif
  }
}
