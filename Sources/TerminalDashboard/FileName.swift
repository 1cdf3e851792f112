#if CommandLine
import Exports
import Foundation
import ModuleLifecycle
import Recordings

/// The name of a file that nobody has named.
enum FileName {
  /// The application's name and the time: `Storefront-20261121-160000.rollcall`.
  ///
  /// - Parameter secondsFromUTC: What to add to UTC; `nil` for the time of day here.
  static func make(
    application: String, extension suffix: String, at date: Date, secondsFromUTC: Int? = nil
  ) -> String {
    let time = CalendarTime(
      nanosecondsSince1970: UInt64(max(0, date.timeIntervalSince1970) * 1e9),
      secondsFromUTC: secondsFromUTC ?? TimeZone.current.secondsFromGMT(for: date))
    return "\(FilePath.safeName(application))-\(time.fileName).\(suffix)"
  }

  /// One that no file in the working folder has.
  static func unused(
    application: String, extension suffix: String, at date: Date = Date(), secondsFromUTC: Int? = nil
  ) -> String {
    let name = make(application: application, extension: suffix, at: date, secondsFromUTC: secondsFromUTC)
    let names = [name] + (2...99).lazy.map { "\(name.dropLast(suffix.count + 1))-\($0).\(suffix)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? name
  }
}
#endif
