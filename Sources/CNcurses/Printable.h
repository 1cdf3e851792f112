// Removes everything from printed output that acts on a terminal. Does the same as `String.printable` of RollcallTerminalUI,
// but on bytes, where Swift code can't run. A test compares the two.

#ifndef ROLLCALL_PRINTABLE_H
#define ROLLCALL_PRINTABLE_H

/// A text that is being made printable byte by byte. All zero at the start.
struct rollcall_printable {
  /// The bytes of an incomplete character, their number, and the number of bytes that the character has.
  unsigned char held[4];
  int count;
  int wanted;
  /// 1 after an escape character, 2 in a control sequence, 3 in a string for the terminal, 4 after an escape in that
  /// string.
  int sequence;
  int after_return;
  /// Whether line breaks become spaces.
  int is_line;
};

/// The maximum number of output bytes for one input byte.
#define ROLLCALL_MOST_PRINTABLE 8

static inline size_t rollcall_put_text(char *out, const char *text) {
  size_t count = strlen(text);
  memcpy(out, text, count);
  return count;
}

static inline int rollcall_is_printable(unsigned long scalar) {
  if (scalar >= 0x80 && scalar < 0xA0) return 0;
  if (scalar >= 0xD800 && scalar < 0xE000) return 0;
  if (scalar == 0x061C || scalar == 0x200E || scalar == 0x200F) return 0;
  return !(scalar >= 0x202A && scalar <= 0x202E) && !(scalar >= 0x2066 && scalar <= 0x2069) && scalar <= 0x10FFFF;
}

/// Returns the scalar that the held bytes encode, or an unprintable one if they are invalid.
static inline unsigned long rollcall_held_scalar(const struct rollcall_printable *text) {
  static const unsigned long least[5] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned long scalar = text->held[0] & (0xFF >> (text->wanted + 1));
  for (int index = 1; index < text->wanted; index++) scalar = scalar << 6 | (text->held[index] & 0x3F);
  return scalar < least[text->wanted] ? 0x80 : scalar;
}

/// Processes a byte at the start of a character.
static inline size_t rollcall_put_first(struct rollcall_printable *text, unsigned char byte, char *out) {
  if (byte == '\n' || byte == '\t') {
    *out = text->is_line ? ' ' : (char)byte;
    return 1;
  }
  if (byte >= 0x20 && byte < 0x7F) {
    *out = (char)byte;
    return 1;
  }
  if (byte >= 0xC2 && byte <= 0xF4) {
    text->held[0] = byte;
    text->count = 1;
    text->wanted = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return 0;
  }
  return rollcall_put_text(out, "\xEF\xBF\xBD");
}

/// Tracks a sequence for the terminal. Returns whether the byte belongs to it. A sequence never extends past its line.
static inline int rollcall_is_in_sequence(struct rollcall_printable *text, unsigned char byte) {
  int before = text->sequence;
  if (byte == '\n') text->sequence = 0;
  else if (byte == 0x1B) text->sequence = before == 3 ? 4 : 1;
  else if (before == 1 && byte == '[') text->sequence = 2;
  else if (before == 1 && (byte == ']' || byte == 'P' || byte == '^' || byte == '_')) text->sequence = 3;
  else if (before == 1 && byte >= 0x20 && byte < 0x30) text->sequence = 1;
  else if (before == 1 || before == 4) text->sequence = 0;
  else if (before == 2 && byte >= 0x40 && byte < 0x7F) text->sequence = 0;
  else if (before == 3 && byte == 0x07) text->sequence = 0;
  return byte != '\n' && (before != 0 || byte == 0x1B);
}

/// Processes a byte and outputs the printable bytes that are complete. Drops sequences for the terminal, and splits a
/// line that is overwritten into several. Can be called in a signal handler.
static inline size_t rollcall_make_printable(struct rollcall_printable *text, unsigned char byte, char *out) {
  size_t count = 0;
  if (text->after_return && byte != '\n') count += rollcall_put_first(text, '\n', out);
  text->after_return = byte == '\r';
  if (text->wanted > 0) {
    if ((byte & 0xC0) == 0x80) {
      text->held[text->count++] = byte;
      if (text->count < text->wanted) return count;
      if (rollcall_is_printable(rollcall_held_scalar(text))) {
        memcpy(out + count, text->held, (size_t)text->wanted);
        count += (size_t)text->wanted;
      } else {
        count += rollcall_put_text(out + count, "\xEF\xBF\xBD");
      }
      text->wanted = 0;
      return count;
    }
    text->wanted = 0;
    count += rollcall_put_text(out + count, "\xEF\xBF\xBD");
  }
  if (rollcall_is_in_sequence(text, byte) || byte == '\r') return count;
  return count + rollcall_put_first(text, byte, out + count);
}

/// Writes text to the report, made printable. Can be called in a signal handler.
static inline void rollcall_report_printable(
    struct rollcall_terminal *terminal, struct rollcall_printable *text, const char *bytes, size_t count) {
  char chunk[512];
  size_t length = 0;
  for (size_t index = 0; index < count; index++) {
    length += rollcall_make_printable(text, (unsigned char)bytes[index], chunk + length);
    if (length <= sizeof chunk - ROLLCALL_MOST_PRINTABLE) continue;
    rollcall_write_all(terminal, terminal->output.capture.report, chunk, length);
    length = 0;
  }
  rollcall_write_all(terminal, terminal->output.capture.report, chunk, length);
}

#endif
