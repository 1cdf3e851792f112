#if CommandLine
import TextFormatting

/// A recording in words.
extension Words {
  /// How far into a recording something is, and how long that is: `0:12 of 1:04`, `0.042 of 1.207 s`.
  static func place(_ elapsed: UInt64, of total: UInt64) -> String {
    if total < 10_000_000_000 { return "\(seconds(elapsed)) of \(seconds(total)) s" }
    return "\(clock(elapsed, like: total)) of \(clock(total, like: total))"
  }

  /// How long a recording is, or a stretch of it, in words that agree with `place(_:of:)`: whole seconds that are over,
  /// from ten on.
  static func length(_ nanoseconds: UInt64) -> String {
    if nanoseconds < 10_000_000_000 { return DurationText.format(nanoseconds: nanoseconds) }
    return limit(nanoseconds / 1_000_000_000 * 1_000_000_000)
  }

  /// As wide whatever the time is.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let digits = "\(milliseconds % 1_000)"
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  private static func clock(_ nanoseconds: UInt64, like total: UInt64) -> String {
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (seconds, all) = (nanoseconds / 1_000_000_000, total / 1_000_000_000)
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, two(seconds % 60))
    if all >= 3_600 {
      let width = "\(all / 3_600)".count
      return "\("\(hours)".padded(toColumns: width, alignment: .trailing)):\(two(minutes)):\(rest)"
    }
    return "\("\(minutes)".padded(toColumns: "\(all / 60)".count, alignment: .trailing)):\(rest)"
  }

  /// What the playing does: `Playing 2x`, `Paused`, `At the end`.
  static func standing(of playback: Playback) -> String {
    if let seek = playback.seek {
      let percent = seek.total > 0 ? min(100, seek.done * 100 / seek.total) : 0
      return "Seeking \(percent)%"
    }
    if playback.isPlaying { return "Playing \(playback.speed.words)" }
    if playback.isAtEnd { return "At the end" }
    return "Paused \(playback.speed.words)"
  }
}
#endif
