package import Testing

/// Expects two values to be equal. Otherwise, records an issue with both.
///
/// `#expect(actual == expected)` takes the compiler ten to twenty times as long: it parses and type-checks what a macro
/// expands to, with a closure around the operator. For more than 3,000 comparisons that was a third of the time that
/// the tests' compilation took. All other conditions are for `#expect`.
///
/// - Parameters:
///   - comment: What the values are, if the line does not say so.
///   - sourceLocation: Where the issue is shown, if not at the call.
///   - fileID: With the next three, the place of the call. Literals: a macro here would take its time at each call.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if actual == expected { return }
  let comment = comment().map { " // \($0)" } ?? ""
  Issue.record(
    "is \(String(describingForTest: actual))\nnot \(String(describingForTest: expected))\(comment)",
    sourceLocation: sourceLocation
      ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
