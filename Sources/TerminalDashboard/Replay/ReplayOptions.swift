#if CommandLine
public import Dashboard

/// How a recording is played.
public struct ReplayOptions: Sendable {
  /// How much faster than it happened.
  public var speed: PlaybackSpeed
  /// How long to wait for the next entry at the most, in the recording's time; `nil` for as long as that took.
  public var longestPause: Duration?
  /// Where to begin.
  public var place: PlaybackPlace
  /// Whether to begin with standing still; `nil` for doing so where all would be over before anybody could look. Line by
  /// line that is always so.
  public var isPaused: Bool?

  /// Options; by default a recording is played from its beginning as it happened, and no pause is longer than two
  /// seconds.
  public init(
    speed: PlaybackSpeed = .normal, longestPause: Duration? = .seconds(2), place: PlaybackPlace = .start,
    isPaused: Bool? = nil
  ) {
    self.speed = speed
    self.longestPause = longestPause
    self.place = place
    self.isPaused = isPaused
  }
}
#endif
