/// On which side of its place a text stands.
public enum Alignment: Hashable, Sendable {
  /// At the beginning.
  case leading
  /// At the end, as numbers do.
  case trailing
  /// In the middle; an odd column goes to the end.
  case center
}
