import Foundation
public import ModuleLifecycle

extension Journal {
  /// Creates the header for a recording of this journal, from everything that is known without an application object.
  ///
  /// - Parameter application: The application's name.
  public func header(application: String) -> JournalHeader {
    var header = JournalHeader(application: application, startedNanoseconds: startedNanoseconds)
    header.session = sessionName
    header.applicationVersion = Self.bundle("CFBundleShortVersionString")
    header.build = Self.bundle("CFBundleVersion")
    #if os(Linux)
    header.system = ProcessInfo.processInfo.operatingSystemVersionString
    #elseif os(iOS)
    header.system = "iOS \(Self.words(ProcessInfo.processInfo.operatingSystemVersion))"
    #else
    header.system = "macOS \(Self.words(ProcessInfo.processInfo.operatingSystemVersion))"
    #endif
    header.deviceModel = Self.deviceModel
    return header
  }

  /// The numbers of a version. Apple's own text is in the user's language.
  static func words(_ version: OperatingSystemVersion) -> String {
    let start = "\(version.majorVersion).\(version.minorVersion)"
    return version.patchVersion == 0 ? start : "\(start).\(version.patchVersion)"
  }

  /// The session's name: 32 hexadecimal digits.
  package var sessionName: String {
    [session.0, session.1].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func bundle(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }

  /// The device's model, such as `iPhone17,1`. The processor's architecture on other machines.
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
