public import ArgumentParser
public import Dashboard

extension PlaybackSpeed: ExpressibleByArgument {
  /// The speed that an argument spells.
  public init?(argument: String) { self.init(argument) }
}
