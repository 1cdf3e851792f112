import Foundation

/// What the system says about this machine. It fills a local variable, and keeps no address of it.
package enum Machine {
  /// The offset of the local time from UTC, in seconds.
  package static var secondsFromUTC: Int {
    var (now, local) = unsafe (time(nil), tm())
    return unsafe localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// The device's model, such as `iPhone17,1`. The processor's architecture on other machines.
  static var model: String? {
    #if targetEnvironment(simulator)
    if let model = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return model }
    #endif
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return nil }
    return unsafe withUnsafeBytes(of: names.machine) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
