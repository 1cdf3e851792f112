#if Maps
/// A pattern in which `*` stands for any text, also none, and `?` for any one character.
struct Glob {
  private let pattern: [Character]

  init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether all of the text matches. Costs at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (at, place) = (0, 0)
    var retry: (at: Int, place: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == "*" {
        retry = (at + 1, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = retry {
        // Let the latest star take one character more.
        retry = (last.at, last.place + 1)
        (at, place) = (last.at, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
#endif
