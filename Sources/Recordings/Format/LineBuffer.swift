/// A reusable buffer for lines of JSON. Repeated writing allocates nothing.
///
/// The first `count` bytes of the memory are initialised. Each method reserves space for everything that it writes, and
/// no other part of the format touches memory by address. The buffer is the memory's only owner.
@safe package struct LineBuffer: ~Copyable, @unchecked Sendable {
  private var start: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  private(set) var count = 0
  /// The number of JSON values written since the buffer was empty, in events' arguments, votes and responses.
  var valueCount = 0
  /// The journal number of the entry being written.
  var entryNumber: UInt64?

  /// The most bytes of memory that are kept for later lines.
  private static let mostKept = 1 << 20

  init(capacity: Int = 1 << 10) {
    self.capacity = max(capacity, 64)
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  /// The written bytes as text.
  var text: String { unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  /// Calls a closure with the written bytes, which are valid only during the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Removes everything. Keeps the memory, except that of a rare large line.
  mutating func removeAll() {
    (count, valueCount) = (0, 0)
    guard capacity > Self.mostKept else { return }
    unsafe start.deallocate()
    capacity = Self.mostKept
    unsafe start = .allocate(capacity: capacity)
  }

  /// Removes everything from a position on.
  mutating func removeAll(from place: Int) { count = min(count, place) }

  /// Keeps only the first whole lines that fit into `room` bytes.
  ///
  /// - Returns: The number of lines that remain.
  mutating func keepLines(within room: Int) -> Int {
    var end = min(room, count)
    while end > 0, unsafe start[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    count = end
    return unsafe withBytes { bytes in unsafe bytes.count { $0 == UInt8(ascii: "\n") } }
  }

  @inline(__always) private mutating func reserve(_ room: Int) {
    if capacity - count < room { grow(room) }
  }

  @inline(never) private mutating func grow(_ room: Int) {
    capacity = max(capacity * 2, count + room)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
  }

  /// Writes a fixed text of the format, unescaped.
  @inline(__always) mutating func append(raw text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe (start + count).update(from: text.utf8Start, count: length)
    count += length
  }

  /// Writes a key and its colon, after a comma unless it is the object's first.
  @inline(__always) mutating func append(key: StaticString) {
    let length = key.utf8CodeUnitCount
    reserve(length + 4)
    if count > 0, unsafe start[count - 1] != UInt8(ascii: "{") { put(UInt8(ascii: ",")) }
    put(UInt8(ascii: "\""))
    unsafe (start + count).update(from: key.utf8Start, count: length)
    count += length
    put(UInt8(ascii: "\""), UInt8(ascii: ":"))
  }

  mutating func append(byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count += 1
  }

  /// Writes a whole line, unescaped, and a line feed.
  mutating func append(line text: String) {
    for byte in text.utf8 { append(byte: byte) }
    append(byte: UInt8(ascii: "\n"))
  }

  // MARK: Values

  /// Writes an array.
  @inline(__always) mutating func append<Element>(
    _ elements: [Element], _ body: (Element, inout LineBuffer) -> Void
  ) {
    append(raw: "[")
    for index in elements.indices {
      if index > 0 { append(raw: ",") }
      body(elements[index], &self)
    }
    append(raw: "]")
  }

  /// Writes an object with sorted keys.
  mutating func append<Element>(_ members: [String: Element], _ body: (Element, inout LineBuffer) -> Void) {
    append(raw: "{")
    for (index, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).enumerated() {
      if index > 0 { append(raw: ",") }
      append(member.key)
      append(raw: ":")
      body(member.value, &self)
    }
    append(raw: "}")
  }

  mutating func append(_ value: Int64) {
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    append(value.magnitude)
  }

  mutating func append(_ value: UInt64) {
    reserve(20)
    var (length, bound) = (1, UInt64(10))
    while value >= bound {
      length += 1
      if length == 20 { break }
      bound *= 10
    }
    var (rest, place) = (value, count + length)
    while rest >= 10 {
      let pair = Int(rest % 100) * 2
      rest /= 100
      place -= 2
      unsafe start[place] = Self.digits.utf8Start[pair]
      unsafe start[place + 1] = Self.digits.utf8Start[pair + 1]
    }
    if place > count { unsafe start[count] = UInt8(ascii: "0") + UInt8(rest) }
    count += length
  }

  /// Writes a JSON number, or a string if JSON can't represent the number.
  mutating func append(_ value: Double) {
    guard value.isFinite else { return append(value.description) }
    var text = value.description
    text.withUTF8 { bytes in
      let isWhole = unsafe bytes.count > 2 && bytes[bytes.count - 1] == 0x30 && bytes[bytes.count - 2] == 0x2E
      let length = bytes.count - (isWhole ? 2 : 0)
      reserve(length)
      if let source = bytes.baseAddress { unsafe (start + count).update(from: source, count: length) }
      count += length
    }
  }

  /// Writes a string in quotation marks.
  mutating func append(_ text: String) {
    var text = text
    append(byte: UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress else { return }
      var from = 0
      while from < bytes.count {
        let length = min(bytes.count - from, Self.piece)
        unsafe append(escaping: source + from, count: length)
        from += length
      }
    }
    append(byte: UInt8(ascii: "\""))
  }

  /// How many bytes of a string are written at once. Each can need six bytes when escaped.
  private static let piece = 1_024

  private mutating func append(escaping source: UnsafePointer<UInt8>, count length: Int) {
    reserve(length * 6 + 8)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = 0
    while at < length {
      if at + 8 <= length {
        // Eight bytes at once, up to the first that needs an escape: a control character, a quotation mark, a
        // backslash.
        let word = unsafe UInt64(littleEndian: UnsafeRawPointer(source + at).loadUnaligned(as: UInt64.self))
        unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        let (quote, slash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
        let special =
          ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (slash &- ones) & ~slash) & (ones &* 0x80)
        let plain = special == 0 ? 8 : special.trailingZeroBitCount / 8
        count += plain
        at += plain
        if plain == 8 { continue }
      }
      unsafe append(escaping: source[at])
      at += 1
    }
  }

  /// Writes one byte, for which there is space.
  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: put(0x5C, byte)
    case 0x20...: put(byte)
    case 0x08: put(0x5C, UInt8(ascii: "b"))
    case 0x09: put(0x5C, UInt8(ascii: "t"))
    case 0x0A: put(0x5C, UInt8(ascii: "n"))
    case 0x0C: put(0x5C, UInt8(ascii: "f"))
    case 0x0D: put(0x5C, UInt8(ascii: "r"))
    default:
      put(0x5C, UInt8(ascii: "u"))
      put(0x30, 0x30)
      put(0x30 + byte >> 4, byte & 0xF < 10 ? 0x30 + byte & 0xF : UInt8(ascii: "a") + byte & 0xF - 10)
    }
  }

  @inline(__always) private mutating func put(_ byte: UInt8) {
    unsafe start[count] = byte
    count += 1
  }

  @inline(__always) private mutating func put(_ first: UInt8, _ second: UInt8) {
    put(first)
    put(second)
  }

  private static let digits: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657\
    585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
}
