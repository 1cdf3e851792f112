/// A queue in an array that wraps around. It only grows: adding and removing elements at the same rate allocates nothing.
struct Ring<Element> {
  private var places: [Element?] = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The number of elements that it has room for.
  var capacity: Int { places.count }

  /// The element at an offset from the first.
  subscript(offset: Int) -> Element {
    guard offset >= 0, offset < count, let element = places[place(offset)] else {
      preconditionFailure("There is no such element.")
    }
    return element
  }

  @inline(__always) mutating func append(_ element: consuming Element) {
    if count == places.count { grow() }
    places[place(count)] = consume element
    count += 1
  }

  @inline(__always) mutating func removeFirst() -> Element {
    guard count > 0, let first = places[head].take() else { preconditionFailure("There is no element.") }
    head = place(1)
    count -= 1
    return first
  }

  private func place(_ offset: Int) -> Int {
    let place = head &+ offset
    return place < places.count ? place : place &- places.count
  }

  private mutating func grow() {
    let room = max(16, places.count + places.count / 2)
    var larger: [Element?] = []
    larger.reserveCapacity(room)
    for offset in 0..<count { larger.append(places[place(offset)].take()) }
    while larger.count < room { larger.append(nil) }
    places = larger
    head = 0
  }
}

extension Ring: Sendable where Element: Sendable {}
