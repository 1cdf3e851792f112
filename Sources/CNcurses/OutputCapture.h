// What the program printed while the screen was up: the last bytes of it, kept where a crash handler can find them.

#ifndef ROLLCALL_OUTPUT_CAPTURE_H
#define ROLLCALL_OUTPUT_CAPTURE_H

/// Reads what was printed into a buffer, without waiting, and keeps it. Gives the number of bytes.
static inline size_t rollcall_read_output_into(struct rollcall_terminal *terminal, char *buffer, size_t capacity) {
  struct rollcall_output *output = &terminal->output;
  // Held for microseconds, but a signal handler must not wait for ever.
  for (int wait = 0; wait < 100 && __atomic_exchange_n(&output->is_reading, 1, __ATOMIC_SEQ_CST); wait++) {
    (void)poll(NULL, 0, 1);
  }
  ssize_t count = read(output->reading, buffer, capacity);
  if (count > 0) {
    size_t start = output->total % ROLLCALL_KEPT_OUTPUT;
    size_t first = ROLLCALL_KEPT_OUTPUT - start;
    if (first > (size_t)count) first = (size_t)count;
    memcpy(output->kept + start, buffer, first);
    memcpy(output->kept, buffer + first, (size_t)count - first);
    __atomic_store_n(&output->total, output->total + (size_t)count, __ATOMIC_SEQ_CST);
  }
  __atomic_store_n(&output->is_reading, 0, __ATOMIC_SEQ_CST);
  return count > 0 ? (size_t)count : 0;
}

/// Reads what was printed into the chunk.
static inline size_t rollcall_read_output(struct rollcall_terminal *terminal) {
  return rollcall_read_output_into(terminal, terminal->output.chunk, ROLLCALL_OUTPUT_CHUNK);
}

/// The body of a thread that empties the pipe when the drawing thread does not: it may itself be waiting to print into a
/// full pipe, a fatal error's message for example. Sleeps while nothing is printed.
static inline void *rollcall_relieve_output(void *argument) {
  struct rollcall_terminal *terminal = (struct rollcall_terminal *)argument;
  struct rollcall_output *output = &terminal->output;
  struct pollfd pipe = {.fd = output->reading, .events = POLLIN};
  char buffer[4096];
  for (;;) {
    if (poll(&pipe, 1, -1) < 0 && errno != EINTR) return NULL;
    if (!(pipe.revents & POLLIN) && pipe.revents != 0) return NULL;
    // Only what has been waiting all the time may be taken: the program is not told of it.
    size_t seen = __atomic_load_n(&output->total, __ATOMIC_SEQ_CST);
    if (rollcall_unread_bytes(pipe.fd) == 0) continue;
    (void)poll(NULL, 0, 1000);
    if (!__atomic_load_n(&output->is_captured, __ATOMIC_SEQ_CST) || output->reading != pipe.fd) return NULL;
    if (__atomic_load_n(&output->total, __ATOMIC_SEQ_CST) != seen) continue;
    for (int reads = 0; reads < 16 && rollcall_read_output_into(terminal, buffer, sizeof buffer) > 0; reads++) {
    }
  }
}

/// Replaces descriptors 1 and 2 by a pipe. Gives its reading end, or -1.
static inline int rollcall_capture_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  int writing = -1;
  if (rollcall_open_pipe(&output->reading, &writing, 0) != 0) return -1;
  (void)fflush(stdout);
  output->original_output = rollcall_duplicate(1);
  output->original_error = rollcall_duplicate(2);
  output->total = 0;
  output->replayed = 0;
  (void)dup2(writing, 1);
  (void)dup2(writing, 2);
  (void)close(writing);
  rollcall_buffer_standard_output_by_line();
  __atomic_store_n(&output->is_captured, 1, __ATOMIC_SEQ_CST);
  (void)rollcall_start_thread(rollcall_relieve_output, terminal);
  return output->reading;
}

static inline const char *rollcall_output_chunk(struct rollcall_terminal *terminal) {
  return terminal->output.chunk;
}

/// Writes a number to a descriptor; may be called in a signal handler.
static inline void rollcall_write_number(int descriptor, size_t number) {
  char digits[24];
  size_t start = sizeof digits;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  rollcall_write_all(descriptor, digits + start, sizeof digits - start);
}

static inline void rollcall_write_text(int descriptor, const char *text) {
  rollcall_write_all(descriptor, text, strlen(text));
}

/// Prints what was kept and not yet replayed, made printable, to the original standard error; may be called in a signal handler.
static inline void rollcall_replay_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  size_t waiting = output->total - output->replayed;
  int target = output->original_error;
  if (waiting > ROLLCALL_KEPT_OUTPUT) {
    rollcall_write_text(target, "[");
    rollcall_write_number(target, waiting - ROLLCALL_KEPT_OUTPUT);
    rollcall_write_text(target, " bytes of earlier output are not shown]\n");
    waiting = ROLLCALL_KEPT_OUTPUT;
  }
  size_t start = (output->total - waiting) % ROLLCALL_KEPT_OUTPUT;
  size_t first = ROLLCALL_KEPT_OUTPUT - start;
  if (first > waiting) first = waiting;
  struct rollcall_printable text;
  memset(&text, 0, sizeof text);
  rollcall_write_printable(target, &text, output->kept + start, first);
  rollcall_write_printable(target, &text, output->kept, waiting - first);
  output->replayed = output->total;
}

/// Gives descriptors 1 and 2 back and prints all that was captured; once. May be called in a signal handler.
///
/// The pipe stays open for reading: a thread that is still inside of a write must not be ended by it.
static inline void rollcall_release_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  if (!__atomic_exchange_n(&output->is_captured, 0, __ATOMIC_SEQ_CST)) return;
  // A writer may refill the pipe without end: what comes after a megabyte is left to the second pass.
  for (int reads = 0; reads < 64 && rollcall_read_output(terminal) > 0; reads++) {
  }
  (void)dup2(output->original_output, 1);
  (void)dup2(output->original_error, 2);
  while (rollcall_read_output(terminal) > 0) {
  }
  rollcall_replay_output(terminal);
}

#endif
