extension String {
  /// The text with a capital first letter.
  package var sentenceCase: String { prefix(1).uppercased() + dropFirst() }
}
