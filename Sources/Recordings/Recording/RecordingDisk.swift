#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How bytes get to a file.
@safe package struct RecordingDisk: Sendable {
  /// Writes some bytes to a descriptor, and says how many; a negative number for an error, which `errno` tells.
  let write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int

  /// That of the system.
  package static let system = unsafe RecordingDisk { descriptor, bytes in
    #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
