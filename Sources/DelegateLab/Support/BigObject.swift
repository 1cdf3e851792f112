import Foundation

/// An object of 48 MB, so that one sees in the memory of the process whether it is there.
///
/// It is larger than what an allocator keeps for later, so that its memory goes back to the system when it is freed.
final class BigObject: ManagedBuffer<Void, UInt8> {
  static let megabytes = 48

  /// A big object, all of whose memory is in use.
  static func make() -> ManagedBuffer<Void, UInt8> {
    let count = megabytes << 20
    let object = create(minimumCapacity: count) { _ in }
    unsafe object.withUnsafeMutablePointerToElements { unsafe $0.initialize(repeating: 1, count: count) }
    return object
  }
}

/// The memory that this process has in use.
enum ResidentMemory {
  /// In megabytes, rounded; `nil` where it can't be read.
  static var megabytes: Int? {
    // Size, resident, ...: in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields.count > 1 ? (fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) + (1 << 19)) >> 20 : nil
  }
}
