#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Estimates the memory that a value keeps outside itself, in bytes: strings, data, lists and dictionaries, by their
/// counts.
///
/// A value of a type without such memory costs nothing. Other values cost a look at their members, whatever their sizes.
/// No code of the value's author runs, unless its type has a mirror of its own.
enum MemoryEstimate {
  /// The header of an object on the heap, in bytes.
  static let header = 16

  /// The most values to look at.
  private static let mostLooks = 256

  static func of<Value>(_ value: Value) -> Int {
    guard !_isPOD(Value.self) else { return 0 }
    var looks = 0
    return bytes(of: value, depth: 0, &looks)
  }

  /// With the box of a value that is too large to be kept in place.
  static func ofExistential<Value>(_ value: Value) -> Int {
    let size = MemoryLayout<Value>.size
    return of(value) + (size > 3 * MemoryLayout<Int>.size ? size + header : 0)
  }

  private static func bytes(of value: Any, depth: Int, _ looks: inout Int) -> Int {
    looks += 1
    // A failed cast costs more than a comparison of types.
    let type: Any.Type = type(of: value)
    if type == String.self, let text = value as? String { return text.outsideBytes }
    if type == Data.self, let data = value as? Data { return 48 + data.count }
    if type == URL.self, let url = value as? URL { return 96 + url.relativeString.utf8.count }
    if type == [UInt8].self, let bytes = value as? [UInt8] { return 32 + bytes.count }
    return members(of: value, depth: depth, &looks)
  }

  private static func members(of value: Any, depth: Int, _ looks: inout Int) -> Int {
    let mirror = Mirror(reflecting: value)
    guard depth < 6, mirror.displayStyle != .class else { return 32 }
    // In a long list, the first elements represent the others.
    var (bytes, seen) = (0, 0)
    // Not `prefix(32)`: a collection made of a mirror's children costs as much again as the mirror.
    for child in mirror.children {
      guard seen < 32, looks < mostLooks else { break }
      seen += 1
      bytes += 16 + Self.bytes(of: child.value, depth: depth + 1, &looks)
    }
    guard seen > 0 else { return 16 }
    let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: mirror.children.count)
    // A sum of a few of these must not overflow either.
    return min(isTooLarge ? .max : product / seen, 1 << 48)
  }
}

extension String {
  /// The memory that the text keeps outside itself, in bytes. A short text keeps none.
  var outsideBytes: Int {
    let count = utf8.count
    return count > 15 ? 32 + count : 0
  }
}
