public import ArgumentParser
public import CursesTerminal

extension ColorMode: ExpressibleByArgument {
  /// The mode of that name.
  public init?(argument: String) {
    switch argument {
    case "automatic", "auto": self = .automatic
    case "always": self = .always
    case "never": self = .never
    default: return nil
    }
  }

  /// The names of all modes.
  public static var allValueStrings: [String] { ["automatic", "always", "never"] }
}
