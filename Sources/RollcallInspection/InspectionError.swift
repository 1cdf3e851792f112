import ModuleLifecycle
import RollcallTextFormatting

/// The reason an application can't be inspected.
public struct InspectionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public let description: String

  package init(_ description: String) { self.description = description }

  /// Describes a system error by its `errno` code.
  init(code: Int32) { self.init("The application can't be inspected: \(SystemError.words(code)).") }
}
