// The Swift on the page Devices.md, which `ReadmeTests` compares with this.

import Foundation
import ModuleLifecycle
import RollcallRecordings

@MainActor func recordLaunch(of composite: CompositeDelegate, in folder: URL) throws -> Recording {
  let files = FileManager.default
  try files.createDirectory(at: folder, withIntermediateDirectories: true)
  // Each launch has a file of its own. The names sort by time, and the latest nineteen files stay.
  let names = try files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
  for name in names.filter({ $0.hasSuffix(".rollcall") }).sorted().dropLast(19) {
    try files.removeItem(at: folder.appending(path: name))
  }
  let name = "launch-\(Int(Date.now.timeIntervalSince1970 * 1_000)).rollcall"
  return try composite.journal.record(
    to: folder.appending(path: name), limit: 64 << 20,
    // Links and push tokens are arguments of events.
    redacting: { text, kind in kind == .argument ? "*" : text })
}
