#if CommandLine
import DequeModule

extension RandomAccessCollection where Index == Int {
  /// Returns how many elements at the start pass a test that all others fail.
  ///
  /// - Complexity: O(log *n*)
  package func prefixCount(where passes: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try passes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}

/// Unique numbers in ascending order. Changes are cheap at both ends, and little more expensive in the middle.
struct SortedNumbers: Sendable, Equatable {
  private var numbers: Deque<Int> = []

  var count: Int { numbers.count }
  subscript(place: Int) -> Int { numbers[place] }

  /// The number of elements that are less than or equal to `number`.
  func prefixCount(upTo number: Int) -> Int { numbers.prefixCount { $0 <= number } }

  /// The index of a number; `nil` if it is not contained.
  func place(of number: Int) -> Int? {
    let place = numbers.prefixCount { $0 < number }
    return place < numbers.count && numbers[place] == number ? place : nil
  }

  mutating func insert(_ number: Int) {
    let place = numbers.prefixCount { $0 < number }
    if place == numbers.count || numbers[place] != number { numbers.insert(number, at: place) }
  }

  mutating func remove(_ number: Int) {
    if let place = place(of: number) { numbers.remove(at: place) }
  }

  /// Removes all numbers outside of a range.
  mutating func keep(_ range: Range<Int>) {
    numbers.removeFirst(numbers.prefixCount { $0 < range.lowerBound })
    numbers.removeLast(numbers.count - numbers.prefixCount { $0 < range.upperBound })
  }
}
#endif
