#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of one small object, and whether it has been given back.
struct ObjectMemory {
  private let address: UInt

  init(of object: AnyObject) { address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Whether the allocator gives the same memory to somebody else, which proves that it is free. To be asked on the
  /// thread that let go of it. The opposite proves nothing: an allocator may take its time.
  func isGivenAway() -> Bool {
    // How large the object was, nobody says; allocators have pieces of all these sizes.
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
