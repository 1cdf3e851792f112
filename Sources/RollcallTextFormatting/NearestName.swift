/// Finds the valid names that a misspelled name may stand for.
package enum NearestName {
  /// The longest name for which others are searched, in bytes. The search would take long and find nothing.
  private static let longest = 800

  /// Returns the valid names nearest to `name`, best first: at most `limit`. A name matches if it differs in at most a
  /// third of its letters (one letter is always allowed), and in at most twice as many as the best match. Case is
  /// ignored.
  package static func matches(for name: String, among valid: some Sequence<String>, limit: Int = 3) -> [String] {
    guard name.utf8.count <= longest else { return [] }
    let wanted = Array(name.lowercased())
    var ranked = valid.compactMap { candidate -> (name: String, distance: Int)? in
      guard candidate.utf8.count <= longest else { return nil }
      let letters = Array(candidate.lowercased())
      let allowed = max(1, max(wanted.count, letters.count) / 3)
      guard abs(wanted.count - letters.count) <= allowed || isPart(wanted, of: letters) else { return nil }
      let distance = isPart(wanted, of: letters) ? 1 : editDistance(wanted, letters)
      return distance <= allowed ? (candidate, distance) : nil
    }
    if ranked.isEmpty {
      ranked = valid.compactMap { candidate in
        distance(of: wanted, toBeginningOf: Array(candidate.lowercased())).map { (candidate, $0) }
      }
    }
    let sorted = ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = sorted.first?.distance else { return [] }
    return sorted.prefix(limit).filter { $0.distance <= 2 * best }.map(\.name)
  }

  /// Whether `name` is another name than `valid`, and differs from it in at most two letters. Case counts.
  package static func isMisspelling(_ name: String, of valid: String) -> Bool {
    (1...2).contains(editDistance(Array(name), Array(valid)))
  }

  /// Returns a sentence with the nearest valid names, or with all of them if none is near and there are at most 24. Empty
  /// for a very long name.
  ///
  /// Empty if there is nothing to suggest.
  package static func suggestion(for name: String, among valid: some Collection<String>) -> String {
    let near = matches(for: name, among: valid)
    if !near.isEmpty { return "Did you mean \(joined(near, by: "or"))?" }
    guard !valid.isEmpty, valid.count <= 24, name.utf8.count <= longest else { return "" }
    return "Known here: \(valid.sorted().joined(separator: ", "))."
  }

  private static func joined(_ names: [String], by word: String) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  /// The distance for a name of which only the start was typed, with errors; `nil` if it differs in more than a sixth.
  private static func distance(of wanted: [Character], toBeginningOf whole: [Character]) -> Int? {
    guard wanted.count >= 5, whole.count > wanted.count else { return nil }
    let lengths = (wanted.count - 1)...(wanted.count + 1)
    let distance = lengths.map { editDistance(wanted, Array(whole.prefix($0))) }.min() ?? .max
    return distance <= max(1, wanted.count / 6) ? distance : nil
  }

  private static func isPart(_ part: [Character], of whole: [Character]) -> Bool {
    part.count >= 4 && (whole.starts(with: part) || whole.reversed().starts(with: part.reversed()))
  }

  /// The number of letters to insert, delete, replace or swap with their neighbour to turn one into the other.
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          current[column] = min(current[column], beforeLast[column - 2] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
