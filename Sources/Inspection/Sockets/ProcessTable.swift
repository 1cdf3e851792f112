import Foundation

/// What the system says of other processes of this machine.
enum ProcessTable {
  /// How a process is.
  enum Standing: Sendable, Equatable {
    case alive
    case isStopped
    case gone
  }

  /// - Returns: `.alive` where the system does not say more.
  static func standing(of process: Int32) -> Standing {
    guard kill(process, 0) == 0 || errno == EPERM else { return .gone }
    #if os(Linux)
    // `4711 (a name) T 1 …`; the name may have brackets of its own.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return .alive }
    return switch text.split(separator: ")").last?.dropFirst().first {
    case "T", "t": .isStopped
    case "Z", "X": .gone
    default: .alive
    }
    #else
    return .alive
    #endif
  }
}
