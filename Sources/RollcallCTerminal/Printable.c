// Removes everything from printed output that acts on a terminal.

#include "Terminal.h"

static size_t put_text(char *out, const char *text) {
  size_t count = strlen(text);
  memcpy(out, text, count);
  return count;
}

static int is_printable(unsigned long scalar) {
  if (scalar >= 0x80 && scalar < 0xA0) return 0;
  if (scalar >= 0xD800 && scalar < 0xE000) return 0;
  if (scalar == 0x061C || scalar == 0x200E || scalar == 0x200F) return 0;
  return !(scalar >= 0x202A && scalar <= 0x202E) && !(scalar >= 0x2066 && scalar <= 0x2069) && scalar <= 0x10FFFF;
}

/// Returns the scalar that the held bytes encode, or an unprintable one if they are invalid.
static unsigned long held_scalar(const struct rollcall_printable *text) {
  static const unsigned long least[5] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned long scalar = text->held[0] & (0xFF >> (text->wanted + 1));
  for (int index = 1; index < text->wanted; index++) scalar = scalar << 6 | (text->held[index] & 0x3F);
  return scalar < least[text->wanted] ? 0x80 : scalar;
}

/// Processes a byte at the start of a character.
static size_t put_first(struct rollcall_printable *text, unsigned char byte, char *out) {
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
  return put_text(out, "\xEF\xBF\xBD");
}

/// Tracks a sequence for the terminal. Returns whether the byte belongs to it. A sequence never extends past its line.
static int is_in_sequence(struct rollcall_printable *text, unsigned char byte) {
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

size_t rollcall_make_printable(struct rollcall_printable *text, unsigned char byte, char *out) {
  size_t count = 0;
  if (text->after_return && byte != '\n') count += put_first(text, '\n', out);
  text->after_return = byte == '\r';
  if (text->wanted > 0) {
    if ((byte & 0xC0) == 0x80) {
      text->held[text->count++] = byte;
      if (text->count < text->wanted) return count;
      if (is_printable(held_scalar(text))) {
        memcpy(out + count, text->held, (size_t)text->wanted);
        count += (size_t)text->wanted;
      } else {
        count += put_text(out + count, "\xEF\xBF\xBD");
      }
      text->wanted = 0;
      return count;
    }
    text->wanted = 0;
    count += put_text(out + count, "\xEF\xBF\xBD");
  }
  if (is_in_sequence(text, byte) || byte == '\r') return count;
  return count + put_first(text, byte, out + count);
}
