#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of one small object, to check whether it has been freed.
struct ObjectMemory {
  private let address: UInt

  init(of object: AnyObject) { address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Returns whether the allocator reuses the memory, which proves that it is free. Call this on the thread that
  /// released the object. `false` proves nothing: an allocator can delay reuse.
  func isGivenAway() -> Bool {
    // The size of the object is unknown. Allocators have blocks of all these sizes.
    for size in stride(from: 16, through: 512, by: 16) {
      if isAmongPieces(ofSize: size) { return true }
    }
    return false
  }

  private func isAmongPieces(ofSize size: Int) -> Bool {
    let pieces = (0..<32).map { _ in unsafe UInt(bitPattern: malloc(size)) }
    for piece in pieces { unsafe free(UnsafeMutableRawPointer(bitPattern: piece)) }
    return pieces.contains(address)
  }
}
