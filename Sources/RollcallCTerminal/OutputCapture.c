// Captures what the program prints while the screen is shown, and keeps the last bytes where a crash handler can find
// them.

#include "Terminal.h"

#define KEPT (256 * 1024)
#define CHUNK (16 * 1024)

struct capture {
  int reading;
  int original_output;
  int original_error;
  /// A second standard error. If it is a terminal, it is opened so that no write can block.
  int report;
};

enum { NOT_CAPTURED, CAPTURED, BEING_RELEASED };

static struct capture captured;
static atomic_int state;
/// Counts the captures: a thread that outlives its own does not touch the next one.
static atomic_uint number_of_capture;

/// Whether a thread reads the pipe, and so writes what follows.
static atomic_int is_reading;
/// The bytes that were read, and those that were printed again.
static atomic_size_t total;
static size_t replayed;
static char chunk[CHUNK];
static char kept[KEPT];

static void begin_reading(void) {
  // The lock is held for microseconds, but a signal handler must not wait for ever.
  for (int wait = 0; wait < 100 && atomic_exchange(&is_reading, 1); wait++) (void)poll(NULL, 0, 1);
}

size_t rollcall_read_output(void *buffer, size_t capacity) {
  begin_reading();
  ssize_t count = read(captured.reading, buffer, capacity);
  if (count > 0) {
    size_t start = total % KEPT;
    size_t first = KEPT - start;
    if (first > (size_t)count) first = (size_t)count;
    memcpy(kept + start, buffer, first);
    memcpy(kept, (char *)buffer + first, (size_t)count - first);
    atomic_fetch_add(&total, (size_t)count);
  }
  atomic_store(&is_reading, 0);
  return count > 0 ? (size_t)count : 0;
}

static void close_capture(const struct capture *capture) {
  const int descriptors[] = {capture->reading, capture->original_output, capture->original_error, capture->report};
  for (int index = 0; index < 4; index++) {
    if (descriptors[index] >= 0) (void)close(descriptors[index]);
  }
}

/// Waits until a descriptor can be written. Returns whether its reader has gone. A write would then cause SIGPIPE, which
/// macOS sends to the process, even if the writing thread has blocked it.
static int has_no_reader(int descriptor) {
  struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
  while (poll(&writable, 1, -1) < 0 && errno == EINTR) {
  }
  return (writable.revents & (POLLERR | POLLHUP)) != 0;
}

void rollcall_pass_on_late_output(int reading, int error) {
  char buffer[4096];
  ssize_t count;
  (void)fcntl(reading, F_SETFL, 0);
  while ((count = read(reading, buffer, sizeof buffer)) > 0) {
    for (ssize_t passed = 0, written; passed < count; passed += written) {
      if (has_no_reader(error)) return;
      written = write(error, buffer + passed, (size_t)(count - passed));
      if (written < 0) return;
    }
  }
}

/// A capture, for the thread that empties its pipe.
struct relief {
  struct capture capture;
  unsigned number;
};

static int is_over(const struct relief *relief) {
  return atomic_load(&state) == NOT_CAPTURED || atomic_load(&number_of_capture) != relief->number;
}

/// The body of a thread that empties the pipe when the drawing thread does not. The drawing thread may itself be
/// blocked while printing into a full pipe, such as a fatal error's message. After the screen has gone, child processes
/// may continue to print. Sleeps while nothing is printed.
static void *relieve(void *argument) {
  struct relief relief = *(struct relief *)argument;
  free(argument);
  struct pollfd pipe = {.fd = relief.capture.reading, .events = POLLIN};
  // Signals do not interrupt it, and a closed standard error does not end the program.
  sigset_t all;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
  char buffer[4096];
  for (;;) {
    (void)poll(&pipe, 1, -1);
    if (is_over(&relief)) break;
    // Only take bytes that the drawing thread has left for the whole wait: the program is not notified of them.
    size_t seen = atomic_load(&total);
    // At the end of a pipe, macOS also says that it can be read.
    int has_bytes = rollcall_unread_bytes(pipe.fd) > 0;
    if (!has_bytes && !(pipe.revents & POLLHUP)) continue;
    (void)poll(NULL, 0, has_bytes ? 1000 : 10);
    if (is_over(&relief) || atomic_load(&state) != CAPTURED || atomic_load(&total) != seen) continue;
    for (int reads = 0; reads < 16 && rollcall_read_output(buffer, sizeof buffer) > 0; reads++) {
    }
  }
  rollcall_pass_on_late_output(relief.capture.reading, relief.capture.original_error);
  // A thread that is ending the process may still have something to report.
  if (!rollcall_is_ending()) close_capture(&relief.capture);
  return NULL;
}

/// Starts the thread. Returns an error code.
static int start_relief(void) {
  struct relief *relief = malloc(sizeof *relief);
  if (relief == NULL) return ENOMEM;
  *relief = (struct relief){.capture = captured, .number = atomic_load(&number_of_capture)};
  int error = rollcall_start_thread(relieve, relief);
  if (error != 0) free(relief);
  return error;
}

int rollcall_capture_output(void) {
  struct capture capture = {.reading = -1};
  int writing = -1;
  capture.original_output = rollcall_duplicate(1);
  capture.original_error = rollcall_duplicate(2);
  capture.report = isatty(2) ? rollcall_open_device(2) : rollcall_duplicate(2);
  if (capture.original_output < 0 || capture.original_error < 0 || capture.report < 0 ||
      rollcall_open_pipe(&capture.reading, &writing, 0) != 0) {
    close_capture(&capture);
    return -1;
  }
  atomic_fetch_add(&number_of_capture, 1);
  captured = capture;
  atomic_store(&total, 0);
  replayed = 0;
  atomic_store(&state, CAPTURED);
  if (start_relief() != 0) {
    atomic_store(&state, NOT_CAPTURED);
    close_capture(&capture);
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

void rollcall_report(const char *text) { rollcall_write_all(captured.report, text, strlen(text)); }

void rollcall_report_printable(struct rollcall_printable *text, const char *bytes, size_t count) {
  char piece[512];
  size_t length = 0;
  for (size_t index = 0; index < count; index++) {
    length += rollcall_make_printable(text, (unsigned char)bytes[index], piece + length);
    if (length <= sizeof piece - ROLLCALL_MOST_PRINTABLE) continue;
    rollcall_write_all(captured.report, piece, length);
    length = 0;
  }
  rollcall_write_all(captured.report, piece, length);
}

static void report_number(size_t number) {
  char digits[24];
  size_t start = sizeof digits - 1;
  digits[start] = 0;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  rollcall_report(digits + start);
}

/// Reports the kept output that was not replayed yet, made printable.
static void replay(void) {
  size_t end = atomic_load(&total);
  size_t waiting = end - replayed;
  if (waiting > KEPT) {
    rollcall_report("[");
    report_number(waiting - KEPT);
    rollcall_report(" bytes of earlier output are not shown]\n");
    waiting = KEPT;
  }
  size_t start = (end - waiting) % KEPT;
  size_t first = KEPT - start;
  if (first > waiting) first = waiting;
  struct rollcall_printable text;
  memset(&text, 0, sizeof text);
  rollcall_report_printable(&text, kept + start, first);
  rollcall_report_printable(&text, kept, waiting - first);
  replayed = end;
}

static void read_all(void) {
  for (int reads = 0; reads < 64 && rollcall_read_output(chunk, sizeof chunk) > 0; reads++) {
  }
}

// The pipe stays open for reading: otherwise, it would end a thread that is still writing to it.
void rollcall_release_output(void) {
  int expected = CAPTURED;
  if (!atomic_compare_exchange_strong(&state, &expected, BEING_RELEASED)) return;
  // A writer may refill the pipe without end. The rest after a megabyte is left to the second pass.
  read_all();
  (void)dup2(captured.original_output, 1);
  (void)dup2(captured.original_error, 2);
  read_all();
  replay();
  atomic_store(&state, NOT_CAPTURED);
}
