/// Where in a sequence of bytes an `InputParser` is.
enum InputState: Sendable {
  case ground
  /// After so many escape characters: Escape itself, Alt with what comes, or the beginning of a sequence.
  case escape(count: Int)
  /// After an escape character and one of those that stand in the middle of a short sequence: that, or Alt with it.
  case intermediate(Unicode.Scalar)
  /// In a control sequence (CSI).
  case control(ControlSequence, isAlt: Bool)
  /// After `CSI [`, with which the Linux console begins five of its keys.
  case console(isAlt: Bool)
  /// After a single shift (SS3), with which some keys begin.
  case singleShift(isModified: Bool)
  /// In a string (DCS, OSC, APC, PM, SOS), nothing of which is kept. A bell ends an OSC.
  case string(endsWithBell: Bool)
  /// After an escape character in a string: its end, or another sequence that cuts it off.
  case stringEscape
  /// In an old mouse report: three bytes that are no characters.
  case mouse([UInt8])
  case paste(PasteCollector)
  /// In the rest of a paste whose end did not come in time. Nothing after an escape character is the key, pressed to go
  /// on.
  case ignoredPaste(PasteEnd, isAfterEscape: Bool)
}
