// Captures what the program prints while the screen is shown, and keeps the last bytes where a crash handler can find
// them.

#ifndef ROLLCALL_OUTPUT_CAPTURE_H
#define ROLLCALL_OUTPUT_CAPTURE_H

static inline void rollcall_begin_reading(struct rollcall_output *output) {
  // The lock is held for microseconds, but a signal handler must not wait for ever.
  for (int wait = 0; wait < 100 && __atomic_exchange_n(&output->is_reading, 1, __ATOMIC_SEQ_CST); wait++) {
    (void)poll(NULL, 0, 1);
  }
}

static inline void rollcall_end_reading(struct rollcall_output *output) {
  __atomic_store_n(&output->is_reading, 0, __ATOMIC_SEQ_CST);
}

/// Reads printed output into a buffer, without waiting, and keeps it. Returns the number of bytes.
static inline size_t rollcall_read_output_into(struct rollcall_terminal *terminal, void *buffer, size_t capacity) {
  struct rollcall_output *output = &terminal->output;
  rollcall_begin_reading(output);
  ssize_t count = read(output->capture.reading, buffer, capacity);
  if (count > 0) {
    size_t start = output->total % ROLLCALL_KEPT_OUTPUT;
    size_t first = ROLLCALL_KEPT_OUTPUT - start;
    if (first > (size_t)count) first = (size_t)count;
    memcpy(output->kept + start, buffer, first);
    memcpy(output->kept, (char *)buffer + first, (size_t)count - first);
    __atomic_store_n(&output->total, output->total + (size_t)count, __ATOMIC_SEQ_CST);
  }
  rollcall_end_reading(output);
  return count > 0 ? (size_t)count : 0;
}

static inline size_t rollcall_read_output(struct rollcall_terminal *terminal) {
  return rollcall_read_output_into(terminal, terminal->output.chunk, ROLLCALL_OUTPUT_CHUNK);
}

static inline void rollcall_close_capture(const struct rollcall_capture *capture) {
  const int descriptors[] = {capture->reading, capture->original_output, capture->original_error, capture->report};
  for (int index = 0; index < 4; index++) {
    if (descriptors[index] >= 0) (void)close(descriptors[index]);
  }
}

/// Waits until a descriptor can be written. Returns whether its reader has gone. A write would then cause SIGPIPE, which
/// macOS sends to the process, even if the writing thread has blocked it.
static inline int rollcall_has_no_reader(int descriptor) {
  struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
  while (poll(&writable, 1, -1) < 0 && errno == EINTR) {
  }
  return (writable.revents & (POLLERR | POLLHUP)) != 0;
}

/// Forwards the output of child processes that outlive the capture. Ends when the last one has gone, or standard error
/// has.
static inline void rollcall_pass_on_late_output(const struct rollcall_capture *capture) {
  char buffer[4096];
  ssize_t count;
  (void)fcntl(capture->reading, F_SETFL, 0);
  while ((count = read(capture->reading, buffer, sizeof buffer)) > 0) {
    for (ssize_t passed = 0, written; passed < count; passed += written) {
      if (rollcall_has_no_reader(capture->original_error)) return;
      written = write(capture->original_error, buffer + passed, (size_t)(count - passed));
      if (written < 0) return;
    }
  }
}

/// Returns whether a capture has been released, even if another one has started since.
static inline int rollcall_is_over(const struct rollcall_output *output, const struct rollcall_capture *capture) {
  return __atomic_load_n(&output->state, __ATOMIC_SEQ_CST) == ROLLCALL_NOT_CAPTURED ||
         output->capture.reading != capture->reading;
}

/// The body of a thread that empties the pipe when the drawing thread does not. The drawing thread may itself be
/// blocked while printing into a full pipe, such as a fatal error's message. After the screen has gone, child processes
/// may continue to print. Sleeps while nothing is printed.
static inline void *rollcall_relieve_output(void *argument) {
  struct rollcall_terminal *terminal = (struct rollcall_terminal *)argument;
  struct rollcall_output *output = &terminal->output;
  struct rollcall_capture capture = output->capture;
  struct pollfd pipe = {.fd = capture.reading, .events = POLLIN};
  // Signals do not interrupt it, and a closed standard error does not end the program.
  sigset_t all;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
  char buffer[4096];
  for (;;) {
    (void)poll(&pipe, 1, -1);
    if (rollcall_is_over(output, &capture)) break;
    // Only take bytes that the drawing thread has left for the whole wait: the program is not notified of them.
    size_t seen = __atomic_load_n(&output->total, __ATOMIC_SEQ_CST);
    // At the end of a pipe, macOS also says that it can be read.
    int has_bytes = rollcall_unread_bytes(pipe.fd) > 0;
    if (!has_bytes && !(pipe.revents & POLLHUP)) continue;
    (void)poll(NULL, 0, has_bytes ? 1000 : 10);
    if (__atomic_load_n(&output->state, __ATOMIC_SEQ_CST) != ROLLCALL_CAPTURED) continue;
    if (__atomic_load_n(&output->total, __ATOMIC_SEQ_CST) != seen) continue;
    for (int reads = 0; reads < 16 && rollcall_read_output_into(terminal, buffer, sizeof buffer) > 0; reads++) {
    }
  }
  rollcall_pass_on_late_output(&capture);
  // A thread that is ending the process may still have something to report.
  if (__atomic_load_n(&terminal->crash.phase, __ATOMIC_SEQ_CST) < ROLLCALL_ENDING) rollcall_close_capture(&capture);
  return NULL;
}

/// Replaces descriptors 1 and 2 with a pipe. Returns its reading end; or -1, and nothing has changed.
static inline int rollcall_capture_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  struct rollcall_capture capture = {.reading = -1};
  int writing = -1;
  capture.original_output = rollcall_duplicate(1);
  capture.original_error = rollcall_duplicate(2);
  capture.report = isatty(2) ? rollcall_open_device(2) : rollcall_duplicate(2);
  if (capture.original_output < 0 || capture.original_error < 0 || capture.report < 0 ||
      rollcall_open_pipe(&capture.reading, &writing, 0) != 0) {
    rollcall_close_capture(&capture);
    return -1;
  }
  output->capture = capture;
  output->total = 0;
  output->replayed = 0;
  __atomic_store_n(&output->state, ROLLCALL_CAPTURED, __ATOMIC_SEQ_CST);
  if (rollcall_start_thread(rollcall_relieve_output, terminal) != 0) {
    output->state = ROLLCALL_NOT_CAPTURED;
    rollcall_close_capture(&capture);
    (void)close(writing);
    return -1;
  }
  (void)fflush(stdout);
  (void)dup2(writing, 1);
  (void)dup2(writing, 2);
  (void)close(writing);
  rollcall_buffer_standard_output_by_line();
  return capture.reading;
}

/// Writes text to the report. Can be called in a signal handler.
static inline void rollcall_report(struct rollcall_terminal *terminal, const char *text) {
  rollcall_write_all(terminal, terminal->output.capture.report, text, strlen(text));
}

/// Writes a number to the report. Can be called in a signal handler.
static inline void rollcall_report_number(struct rollcall_terminal *terminal, size_t number) {
  char digits[24];
  size_t start = sizeof digits - 1;
  digits[start] = 0;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  rollcall_report(terminal, digits + start);
}

/// Reports the kept output that was not replayed yet, made printable. Can be called in a signal handler.
static inline void rollcall_replay_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  size_t waiting = output->total - output->replayed;
  if (waiting > ROLLCALL_KEPT_OUTPUT) {
    rollcall_report(terminal, "[");
    rollcall_report_number(terminal, waiting - ROLLCALL_KEPT_OUTPUT);
    rollcall_report(terminal, " bytes of earlier output are not shown]\n");
    waiting = ROLLCALL_KEPT_OUTPUT;
  }
  size_t start = (output->total - waiting) % ROLLCALL_KEPT_OUTPUT;
  size_t first = ROLLCALL_KEPT_OUTPUT - start;
  if (first > waiting) first = waiting;
  struct rollcall_printable text;
  memset(&text, 0, sizeof text);
  rollcall_report_printable(terminal, &text, output->kept + start, first);
  rollcall_report_printable(terminal, &text, output->kept, waiting - first);
  output->replayed = output->total;
}

/// Restores descriptors 1 and 2 and prints all captured output, once. Can be called in a signal handler.
///
/// The pipe stays open for reading: otherwise, it would end a thread that is still writing to it.
static inline void rollcall_release_output(struct rollcall_terminal *terminal) {
  struct rollcall_output *output = &terminal->output;
  int expected = ROLLCALL_CAPTURED;
  if (!__atomic_compare_exchange_n(
          &output->state, &expected, ROLLCALL_BEING_RELEASED, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    return;
  }
  // A writer may refill the pipe without end. The rest after a megabyte is left to the second pass.
  for (int reads = 0; reads < 64 && rollcall_read_output(terminal) > 0; reads++) {
  }
  (void)dup2(output->capture.original_output, 1);
  (void)dup2(output->capture.original_error, 2);
  for (int reads = 0; reads < 64 && rollcall_read_output(terminal) > 0; reads++) {
  }
  rollcall_replay_output(terminal);
  __atomic_store_n(&output->state, ROLLCALL_NOT_CAPTURED, __ATOMIC_SEQ_CST);
}

#endif
