import Foundation
import ModuleLifecycle

@testable import RollcallDelegateLab

extension Experiment {
  /// Runs it and returns its lines, in order.
  func lines(cases: ChildCases? = nil) async -> [LabLine] {
    let lines = Locked<[LabLine]>([])
    await run(cases: cases) { line in lines.withLock { $0.append(line) } }
    return lines.withLock { $0 }
  }

  /// Runs it and returns its lines as text, without times. Lines about the process's memory are omitted: other tests
  /// use that memory too.
  func story(cases: ChildCases? = nil) async -> [String] {
    await lines(cases: cases).map { "\($0.kind.rawValue): \($0.text)" }.filter { !$0.contains("emory") }
  }
}

extension ChildCases {
  /// Children that run a shell script in all cases.
  static func shell(_ script: String) -> ChildCases {
    ChildCases(executable: URL(filePath: "/bin/sh")) { _ in ["-c", script] }
  }
}
