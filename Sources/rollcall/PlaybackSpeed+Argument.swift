#if CommandLine
public import ArgumentParser
public import Dashboard

extension PlaybackSpeed: ExpressibleByArgument {
  /// The speed that an argument spells.
  public init?(argument: String) { self.init(argument) }

  /// The speed as the help spells it.
  public var defaultValueDescription: String { factor == 1 ? "1" : "\(factor)" }
}
#endif
