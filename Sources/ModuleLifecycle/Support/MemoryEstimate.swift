#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Estimates the memory that a value keeps outside itself, in bytes as an allocator counts them.
///
/// Texts, data and collections know it. Other values cost a mirror's look at their members. Of a long list, the first
/// elements represent the others. No code of the value's author runs, unless its type has a mirror of its own.
struct MemoryEstimate {
  /// The values that were looked at so far, and how deep the current one is.
  private var (looks, depth) = (0, 0)
  private static let (mostLooks, mostElements, mostDepth) = (256, 32, 6)
  /// A sum of a few of these does not overflow.
  private static let most = 1 << 48

  static func of<Value>(_ value: Value) -> Int {
    guard !_isPOD(Value.self) else { return 0 }
    var estimate = MemoryEstimate()
    return estimate.bytes(of: value)
  }

  /// The memory that an allocation takes. The C library rounds up, and needs a few bytes of its own.
  static func block(_ bytes: Int) -> Int { (max(bytes, 24) &+ 23) & ~15 }

  /// An object, or the box of a value, with members of that size.
  static func object(_ size: Int) -> Int { block(16 + size) }

  /// The storage of an array; none for an empty one.
  static func array(_ capacity: Int, of stride: Int) -> Int { capacity == 0 ? 0 : block(32 &+ capacity &* stride) }

  /// The storage of a set or a dictionary. At most three quarters of its places are used, and their number is a power of
  /// two.
  static func table(_ capacity: Int, of stride: Int) -> Int {
    guard capacity > 0 else { return 0 }
    let places = (capacity * 4 + 2) / 3
    return block(64 + (places + 63) / 64 * 8 + places * stride)
  }

  /// The box of an `any` that keeps a value of a type; none for a value that fits in its place.
  static func box<Value>(of type: Value.Type) -> Int {
    let size = MemoryLayout<Value>.size
    return size > 3 * MemoryLayout<Int>.size ? object(size) : 0
  }

  fileprivate mutating func bytes<Value>(of value: Value) -> Int {
    looks += 1
    guard !_isPOD(Value.self) else { return 0 }
    depth += 1
    defer { depth -= 1 }
    return (value as? any Sized)?.bytes(&self) ?? bytesOfMembers(Mirror(reflecting: value))
  }

  private mutating func bytesOfMembers(_ mirror: Mirror) -> Int {
    guard mirror.displayStyle != .class else { return Self.object(0) }
    // In place, except those of an unknown collection.
    let elements = mirror.displayStyle == .collection ? Self.array(mirror.children.count, of: 16) : 0
    return elements + bytes(of: mirror.children, count: mirror.children.count) { $1.bytes(of: $0.value) }
  }

  /// What many values keep, from the first of them.
  fileprivate mutating func bytes<Values: Sequence>(
    of values: Values, count: Int, each: (Values.Element, inout MemoryEstimate) -> Int
  ) -> Int {
    guard depth < Self.mostDepth else { return 0 }
    var (bytes, seen) = (0, 0)
    // Not `prefix`: a collection made of a mirror's children costs as much again as the mirror.
    for value in values {
      guard seen < Self.mostElements, looks < Self.mostLooks else { break }
      seen += 1
      bytes += each(value, &self)
    }
    guard seen > 0 else { return 0 }
    let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: count)
    return min(isTooLarge ? Self.most : product / seen, Self.most)
  }

  fileprivate mutating func bytes<Elements: Collection>(ofElements elements: Elements) -> Int {
    _isPOD(Elements.Element.self) ? 0 : bytes(of: elements, count: elements.count) { $1.bytes(of: $0) }
  }
}

/// A value that knows the memory that it keeps outside itself.
private protocol Sized {
  func bytes(_ estimate: inout MemoryEstimate) -> Int
}

extension String: Sized {
  /// The memory that the text keeps outside itself. A short text keeps none.
  var outsideBytes: Int {
    let count = utf8.count
    return count > 15 ? MemoryEstimate.block((32 + count + 1 + 15) & ~15) : 0
  }

  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int { outsideBytes }
}

extension Substring: Sized {
  /// It keeps all of the text that it is a part of.
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int { base.outsideBytes }
}

extension Data: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int {
    // A slice keeps at least what is before its end.
    endIndex > 14 ? MemoryEstimate.object(56) + MemoryEstimate.block(endIndex) : 0
  }
}

extension URL: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int { 352 + relativeString.utf8.count }
}

extension Optional: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int {
    map { estimate.bytes(of: $0) } ?? 0
  }
}

extension Array: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int {
    MemoryEstimate.array(capacity, of: MemoryLayout<Element>.stride) + estimate.bytes(ofElements: self)
  }
}

extension Set: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int {
    MemoryEstimate.table(capacity, of: MemoryLayout<Element>.stride) + estimate.bytes(ofElements: self)
  }
}

extension Dictionary: Sized {
  fileprivate func bytes(_ estimate: inout MemoryEstimate) -> Int {
    MemoryEstimate.table(capacity, of: MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
      + estimate.bytes(ofElements: keys) + estimate.bytes(ofElements: values)
  }
}
