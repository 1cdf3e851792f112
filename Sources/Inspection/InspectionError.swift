import ModuleLifecycle

/// Why an application can't be inspected.
package struct InspectionError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in a sentence.
  package let description: String

  init(_ description: String) { self.description = description }

  /// What the system has refused.
  init(code: Int32) { self.init("The application can't be inspected: \(SystemError.words(code)).") }
}
