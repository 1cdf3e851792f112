import Foundation
public import ModuleLifecycle

extension Journal {
  /// The header that a recording of this journal begins with: what is known without looking at an application.
  public func header(application: String) -> JournalHeader {
    var header = JournalHeader(application: application, startedNanoseconds: startedNanoseconds)
    header.session = sessionName
    header.applicationVersion = Self.bundle("CFBundleShortVersionString")
    header.build = Self.bundle("CFBundleVersion")
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    #if os(Linux)
    header.system = system
    #elseif os(iOS)
    header.system = "iOS \(system)"
    #else
    header.system = "macOS \(system)"
    #endif
    header.deviceModel = Self.deviceModel
    return header
  }

  /// Its own name in hexadecimal digits.
  package var sessionName: String {
    [session.0, session.1].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func bundle(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }

  /// The model, `iPhone17,1`; off the phone the architecture of the processor.
  private static var deviceModel: String? {
    #if targetEnvironment(simulator)
    if let model = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return model }
    #endif
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return nil }
    return unsafe withUnsafeBytes(of: &names.machine) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
