// swift-format-ignore-file
// Stand-ins for the parts of the module os that ArgumentParser uses.

// https://developer.apple.com/documentation/os/os_unfair_lock
public struct os_unfair_lock_s { public init() { fatalError() } }
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
// https://developer.apple.com/documentation/os/1646466-os_unfair_lock_lock
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { fatalError() }
// https://developer.apple.com/documentation/os/1646469-os_unfair_lock_unlock
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { fatalError() }
