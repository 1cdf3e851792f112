#if CommandLine
import DequeModule

extension RandomAccessCollection where Index == Int {
  /// How many elements at the beginning pass a test that all others fail. A search by halves.
  package func prefixCount(where passes: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try passes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}

/// Numbers in ascending order, each once. Either end costs little, and the middle not much more.
struct SortedNumbers: Sendable, Equatable {
  private var numbers: Deque<Int> = []

  var count: Int { numbers.count }
  subscript(place: Int) -> Int { numbers[place] }

  /// How many numbers are not greater than one.
  func prefixCount(upTo number: Int) -> Int { numbers.prefixCount { $0 <= number } }

  /// Where a number stands, if it is there.
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

  /// Removes all numbers that are not in a range.
  mutating func keep(_ range: Range<Int>) {
    numbers.removeFirst(numbers.prefixCount { $0 < range.lowerBound })
    numbers.removeLast(numbers.count - numbers.prefixCount { $0 < range.upperBound })
  }
}
#endif
