import Foundation

/// An object of 48 MB, large enough to show in the memory of the process.
///
/// It is larger than the blocks that an allocator caches, so its memory returns to the system when it is freed.
final class BigObject: ManagedBuffer<Void, UInt8> {
  static let megabytes = 48

  /// Creates a big object, and uses all of its memory.
  static func make() -> ManagedBuffer<Void, UInt8> {
    let count = megabytes << 20
    let object = create(minimumCapacity: count) { _ in }
    unsafe object.withUnsafeMutablePointerToElements { unsafe $0.initialize(repeating: 1, count: count) }
    return object
  }
}

/// The resident memory of this process.
enum ResidentMemory {
  /// The memory in megabytes, rounded; `nil` when it can't be read.
  static var megabytes: Int? {
    // The fields are size, resident, ..., in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields.count > 1 ? (fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) + (1 << 19)) >> 20 : nil
  }
}
