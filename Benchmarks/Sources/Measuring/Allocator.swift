private import CAllocator

/// The process's memory, as its allocator sees it.
public enum Allocator {
  /// The bytes allocated and not freed, with what the allocator adds to each piece; `nil` where the C library does not
  /// tell.
  public static var bytesInUse: Int? {
    let bytes = allocator_bytes_in_use()
    return bytes == 0 ? nil : Int(bytes)
  }

  /// Gives what is free back to the system: whatever is measured next begins with a fresh heap, and pays for the pages
  /// that it touches.
  public static func giveBack() { allocator_give_back() }
}
