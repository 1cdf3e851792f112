import ModuleLifecycle

/// The part of a recording that has been read so far, line by line.
struct RecordingContents {
  private(set) var header: JournalHeader?
  private(set) var index = RecordingIndex()
  private(set) var damage = RecordingDamage()

  /// Adds the next line. The first line must be the header.
  mutating func add(_ bytes: Span<UInt8>, _ line: FileLine) throws(JournalHeaderError) {
    if header == nil {
      if line.isTooLong { throw .none("it is longer than any header") }
      header = try JournalLine.header(bytes)
    } else if line.isTooLong {
      if line.isEnded { damage.skip(line.number, "it is too long") } else { damage.isLastLineTorn = true }
    } else if !Self.isBlank(bytes) {
      addEntry(bytes, line)
    }
  }

  private mutating func addEntry(_ bytes: Span<UInt8>, _ line: FileLine) {
    do throws(JournalLineError) {
      let read = try JournalLine.read(bytes)
      index.append(read.entry, offset: line.offset, length: bytes.count)
      if let value = read.unknownValue { damage.noteIncomplete(value) }
    } catch {
      switch error {
      case .unknownType(let type):
        damage.unknownEntries += 1
        if damage.unknownType == nil { damage.unknownType = type }
      case .unknownValue(let clause):
        damage.unknownValues += 1
        if damage.unknownValue == nil { damage.unknownValue = clause }
      case .damaged where !line.isEnded: damage.isLastLineTorn = true
      case .damaged, .header: damage.skip(line.number, "\(error)")
      }
    }
  }

  private static func isBlank(_ bytes: Span<UInt8>) -> Bool {
    for place in bytes.indices where ![0x09, 0x0D, 0x20].contains(bytes[place]) { return false }
    return true
  }
}
