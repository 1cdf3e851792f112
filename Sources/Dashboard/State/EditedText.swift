#if CommandLine
/// A text of one line that is being edited: a cursor stands between its characters.
struct EditedText: Sendable, Equatable {
  /// The text.
  private(set) var text: String
  /// How many characters stand after the cursor.
  private(set) var afterCount: Int

  /// The most characters that it takes.
  static let limit = 4_000

  /// A text with the cursor at its end, or before so many characters.
  init(_ text: String = "", afterCount: Int = 0) {
    self.text = text
    self.afterCount = min(max(0, afterCount), text.count)
  }

  /// What stands before the cursor, and after it.
  var parts: (before: Substring, after: Substring) { (text.dropLast(afterCount), text.suffix(afterCount)) }

  /// Writes something where the cursor is; line breaks are left out.
  mutating func insert(_ addition: String) {
    let (before, after) = parts
    let room = max(0, Self.limit - text.count)
    text = String(before) + addition.filter { !$0.isNewline }.prefix(room) + String(after)
    // What was typed may join the character before or after it.
    afterCount = min(afterCount, text.count)
  }

  /// Erases the character before the cursor.
  mutating func eraseBefore() {
    let (before, after) = parts
    text = String(before.dropLast()) + String(after)
  }

  /// Erases the character after the cursor, or before it where that is the end.
  mutating func eraseAfter() {
    guard afterCount > 0 else { return eraseBefore() }
    let (before, after) = parts
    afterCount -= 1
    text = String(before) + String(after.dropFirst())
  }

  /// Erases the word before the cursor, and the spaces after that.
  mutating func eraseWord() {
    let (before, after) = parts
    var rest = before
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    text = String(rest) + String(after)
  }

  /// Erases all of it.
  mutating func clear() { self = EditedText() }

  /// Moves the cursor by so many characters, as far as the text goes.
  mutating func move(by step: Int) { afterCount = min(max(0, afterCount - step), text.count) }

  /// Moves the cursor to the beginning.
  mutating func moveToStart() { afterCount = text.count }

  /// Moves the cursor to the end.
  mutating func moveToEnd() { afterCount = 0 }
}
#endif
