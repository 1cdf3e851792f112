/// An editable text of one line, with a cursor between its characters.
package struct EditedText: Sendable, Equatable {
  package private(set) var text: String { didSet { isOffered = false } }
  /// The number of characters after the cursor.
  package private(set) var afterCount: Int { didSet { isOffered = false } }
  /// Whether typing replaces the whole text: it was offered, and neither the text nor the cursor has changed since.
  package private(set) var isOffered: Bool

  /// The most scalars of a text. A limit on characters would be none: a character can have any number of marks.
  package static let limit = 4_000

  /// Creates a text with the cursor before its last `afterCount` characters.
  package init(_ text: String = "", afterCount: Int = 0, isOffered: Bool = false) {
    (self.text, self.isOffered) = (text, isOffered)
    self.afterCount = min(max(0, afterCount), text.count)
  }

  /// The text before and after the cursor.
  package var parts: (before: Substring, after: Substring) { (text.dropLast(afterCount), text.suffix(afterCount)) }

  /// Inserts a text at the cursor, or replaces an offered text.
  ///
  /// Line breaks are removed, and the insertion is cut at the limit.
  package mutating func insert(_ addition: String) {
    if isOffered { clear() }
    let (before, after) = parts
    let room = max(0, Self.limit - text.unicodeScalars.count)
    let added = addition.unicodeScalars.filter { !Character($0).isNewline }.prefix(room)
    text = String(before) + String(String.UnicodeScalarView(added)) + String(after)
    // Inserted text can combine with the character before or after it.
    afterCount = min(afterCount, text.count)
  }

  /// Erases the character before the cursor.
  package mutating func eraseBefore() {
    text = String(parts.before.dropLast() + parts.after)
  }

  /// Erases the character after the cursor. At the end, erases the one before it.
  package mutating func eraseAfter() {
    guard afterCount > 0 else { return eraseBefore() }
    let rest = parts.before + parts.after.dropFirst()
    afterCount -= 1
    text = String(rest)
  }

  /// Erases the word before the cursor, including the spaces after it.
  package mutating func eraseWord() {
    var before = parts.before
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
    text = String(before + parts.after)
  }

  package mutating func clear() { self = EditedText() }

  /// Moves the cursor by a number of characters, at most to either end.
  package mutating func move(by step: Int) { afterCount = min(max(0, afterCount - step), text.count) }
}

extension EditedText {
  /// Edits the text as a key asks.
  package mutating func press(_ key: Key) {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace: eraseBefore()
    case .delete: eraseAfter()
    case .control("w"): eraseWord()
    case .control("u"): clear()
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .home, .control("a"): move(by: -text.count)
    case .end, .control("e"): move(by: text.count)
    default: break
    }
  }
}
