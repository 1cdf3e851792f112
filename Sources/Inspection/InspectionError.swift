import ModuleLifecycle

/// Why an application can't be inspected.
public struct InspectionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in a sentence.
  public let description: String

  init(_ description: String) { self.description = description }

  /// What the system has refused.
  init(code: Int32) { self.init("The application can't be inspected: \(SystemError.words(code)).") }
}
