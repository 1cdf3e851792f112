private import CAllocator

/// The process's memory, as its allocator reports it.
public enum Allocator {
  /// The bytes that are allocated and not freed, including the allocator's overhead. `nil` where the C library does not
  /// report them.
  public static var bytesInUse: Int? {
    let bytes = allocator_bytes_in_use()
    return bytes == 0 ? nil : Int(bytes)
  }

  /// Returns free memory to the system: the next measurement begins with a fresh heap and pays for the pages it
  /// touches.
  public static func giveBack() { allocator_give_back() }
}
