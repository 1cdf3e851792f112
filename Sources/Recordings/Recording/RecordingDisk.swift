#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes bytes to a file. Tests replace it.
@safe package struct RecordingDisk: Sendable {
  /// Writes bytes to a descriptor, and returns their number. A negative number is an error, which is in `errno`.
  let write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int

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
