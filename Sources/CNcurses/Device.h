// The terminal's device, descriptors, and the drawing thread.

#ifndef ROLLCALL_DEVICE_H
#define ROLLCALL_DEVICE_H

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <unistd.h>

/// Opens the device behind a descriptor for reading and writing, without blocking. Returns -1 if there is none. Uses
/// the device's own name, because on macOS `poll` does not work with `/dev/tty`. If the descriptor has only that name,
/// a standard descriptor may tell the other one.
static inline int rollcall_open_device(int descriptor) {
  char name[256];
  int flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK;
  const int descriptors[] = {descriptor, 0, 1, 2};
  for (int index = 0; index < 4; index++) {
    if (ttyname_r(descriptors[index], name, sizeof name) != 0) {
      if (index == 0) break;
      continue;
    }
    if (strcmp(name, "/dev/tty") == 0) continue;
    int device = open(name, flags);
    if (device >= 0) return device;
  }
  return open("/dev/tty", flags);
}

/// Duplicates a descriptor. Child processes do not inherit the copy.
static inline int rollcall_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

#if defined(__linux__)
// The C library declares it only with its extensions switched on. A module can't do that for the headers it imports.
int pipe2(int ends[2], int flags);
#endif

/// Opens a pipe that child processes do not inherit. The reading end never blocks; the writing end does not if
/// requested.
static inline int rollcall_open_pipe(int *reading, int *writing, int nonblocking_writer) {
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
#else
  if (pipe(ends) != 0) return -1;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  if (nonblocking_writer) (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

/// The largest screen that is drawn, in its upper left corner. A device can claim 65,535 columns and rows, for which
/// there is no memory.
#define ROLLCALL_MOST_COLUMNS 1024
#define ROLLCALL_MOST_ROWS 512

/// Sets the size to draw on a device, 80 by 24 if it has none.
static inline void rollcall_device_size(int device, int *columns, int *rows) {
  struct winsize size;
  *columns = 80;
  *rows = 24;
  if (ioctl(device, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
  *columns = size.ws_col < ROLLCALL_MOST_COLUMNS ? size.ws_col : ROLLCALL_MOST_COLUMNS;
  *rows = size.ws_row < ROLLCALL_MOST_ROWS ? size.ws_row : ROLLCALL_MOST_ROWS;
}

/// Returns whether the process may write files as large as a whole frame of a device, about 32 bytes a cell. Curses
/// draws into a file, and ignores it when the file can't grow.
static inline int rollcall_may_write_screen(int device) {
  struct rlimit limit;
  int columns, rows;
  rollcall_device_size(device, &columns, &rows);
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= (rlim_t)(32 * columns * rows);
}

/// Prints a text on standard error.
static inline void rollcall_print_error(const char *text) {
  ssize_t ignored = write(2, text, strlen(text));
  (void)ignored;
}

/// Flags in which a device reports what it is doing, and that are no modes. On macOS they change by themselves.
#define ROLLCALL_STATE_FLAGS ((tcflag_t)(PENDIN | FLUSHO))

/// Records the device and its modes. Call it before anything changes. Returns 0 if it is a terminal.
static inline int rollcall_adopt_device(struct rollcall_terminal *terminal, int descriptor) {
  struct rollcall_device *device = &terminal->device;
  device->descriptor = descriptor;
  device->is_behind = 0;
  device->patience = 1000;
  if (tcgetattr(descriptor, &device->original) != 0) return -1;
  device->original.c_lflag &= ~ROLLCALL_STATE_FLAGS;
  // Input arrives at once and unchanged, including Ctrl-S, which would stop the output, and on macOS Ctrl-O, Ctrl-V and
  // Ctrl-Y. Keys for signals keep working, but do not discard half a frame.
  device->working = device->original;
  device->working.c_lflag &= ~(tcflag_t)(ICANON | IEXTEN | ECHO | ECHONL);
  device->working.c_lflag |= ISIG | NOFLSH;
  device->working.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON);
  device->working.c_cc[VMIN] = 1;
  device->working.c_cc[VTIME] = 0;
  // Curses moves the cursor with line feeds and tabs.
  device->working.c_oflag &= ~(tcflag_t)ONLCR;
#if defined(TAB3)
  device->working.c_oflag &= ~(tcflag_t)TAB3;
#endif
  return 0;
}

/// Sets the modes for the program. In the background, this stops the program until it is in the foreground.
static inline void rollcall_set_working_modes(struct rollcall_terminal *terminal) {
  struct rollcall_device *device = &terminal->device;
  while (tcsetattr(device->descriptor, TCSANOW, &device->working) != 0 && errno == EINTR) {
  }
}

/// Returns whether two sets of modes agree in everything that programs and shells change.
static inline int rollcall_are_same_modes(const struct termios *left, const struct termios *right) {
  tcflag_t modes = ~ROLLCALL_STATE_FLAGS;
  return (left->c_lflag & modes) == (right->c_lflag & modes) && left->c_iflag == right->c_iflag &&
         left->c_oflag == right->c_oflag && left->c_cc[VMIN] == right->c_cc[VMIN] && left->c_cc[VTIME] == right->c_cc[VTIME];
}

/// Writes bytes to the device or to the report. Can be called in a signal handler. Waits while bytes are accepted, and
/// then until the terminal's patience is used up. After that, it never waits again.
///
/// A pipe that is ready accepts the bytes of one write. A terminal was opened so that it accepts what it can.
static inline void rollcall_write_all(struct rollcall_terminal *terminal, int descriptor, const char *bytes, size_t count) {
  int patience = terminal->device.patience;
  while (count > 0 && patience >= 0) {
    struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
    int is_ready = poll(&writable, 1, patience > 0 ? 10 : 0) > 0;
    ssize_t written = is_ready ? write(descriptor, bytes, count < 512 ? count : 512) : 0;
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      patience = terminal->device.patience;
    } else {
      patience -= 10;
    }
  }
  if (count > 0) terminal->device.patience = 0;
}

/// Writes one byte. If the pipe is full, the reader is awake anyway.
static inline void rollcall_write_byte(int writing) {
  ssize_t ignored = write(writing, "", 1);
  (void)ignored;
}

static inline void rollcall_close(int descriptor) { (void)close(descriptor); }

/// Reads and discards the contents of a pipe.
static inline void rollcall_empty_pipe(int reading) {
  char bytes[64];
  while (read(reading, bytes, sizeof bytes) > 0) {
  }
}

/// The flags that `rollcall_wait` returns.
#define ROLLCALL_KEYS 1
#define ROLLCALL_WOKEN 2
#define ROLLCALL_SIGNALS 4
#define ROLLCALL_OUTPUT 8
#define ROLLCALL_DEVICE_GONE 16
#define ROLLCALL_OUTPUT_CLOSED 32
#define ROLLCALL_WRITABLE 64

/// Returns the number of bytes that can be read without waiting.
static inline int rollcall_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

/// Reads available input from a device without waiting. Returns the number of bytes.
static inline int rollcall_read_available(int device, unsigned char *bytes, size_t capacity) {
  ssize_t count = read(device, bytes, capacity);
  return count > 0 ? (int)count : 0;
}

/// Waits until a descriptor can be read, or the device can be written if requested. The timeout is in milliseconds; a
/// negative one waits for ever. Negative descriptors are skipped.
static inline int rollcall_wait(int device, int wants_to_write, int waker, int signals, int output, int timeout) {
  struct pollfd descriptors[4] = {
      {.fd = device, .events = (short)(wants_to_write ? POLLIN | POLLOUT : POLLIN)},
      {.fd = waker, .events = POLLIN},
      {.fd = signals, .events = POLLIN},
      {.fd = output, .events = POLLIN},
  };
  if (poll(descriptors, 4, timeout) <= 0) return 0;
  int found = 0;
  if (descriptors[0].revents & POLLIN) found |= ROLLCALL_KEYS;
  if (descriptors[0].revents & POLLOUT) found |= ROLLCALL_WRITABLE;
  if (descriptors[0].revents & (POLLHUP | POLLERR | POLLNVAL)) found |= ROLLCALL_DEVICE_GONE;
  if (descriptors[1].revents & POLLIN) found |= ROLLCALL_WOKEN;
  if (descriptors[2].revents & POLLIN) found |= ROLLCALL_SIGNALS;
  // At the end of a pipe, macOS also says that it can be read.
  int is_at_end = (descriptors[3].revents & POLLHUP) && rollcall_unread_bytes(output) == 0;
  if ((descriptors[3].revents & POLLIN) && !is_at_end) found |= ROLLCALL_OUTPUT;
  else if (descriptors[3].revents) found |= ROLLCALL_OUTPUT_CLOSED;
  return found;
}

static inline void rollcall_adopt_utf8(void) {
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) (void)setlocale(LC_CTYPE, "UTF-8");
}

/// Adopts the user's character set. Returns whether it is UTF-8. Uses the C library's own UTF-8 locale if the user's
/// locale asks for UTF-8 but is not installed, or if UTF-8 is wanted regardless of the locale.
static inline int rollcall_adopt_character_set(int wants_utf8) {
  if (setlocale(LC_CTYPE, "") == NULL) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int index = 0; index < 3; index++) {
      const char *value = getenv(names[index]);
      if (value == NULL || *value == 0) continue;
      if (strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8")) {
        rollcall_adopt_utf8();
      }
      break;
    }
  }
  if (wants_utf8 && strcmp(nl_langinfo(CODESET), "UTF-8") != 0) rollcall_adopt_utf8();
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/// Makes standard output line-buffered, although it is no longer a terminal.
static inline void rollcall_buffer_standard_output_by_line(void) { (void)setvbuf(stdout, NULL, _IOLBF, 0); }

/// Flushes standard output, unless another thread is using it.
static inline void rollcall_flush_standard_output(void) {
  if (ftrylockfile(stdout) != 0) return;
  (void)fflush(stdout);
  funlockfile(stdout);
}

/// Starts a detached thread with a stack of 4 MiB. Returns an error code.
static inline int rollcall_start_thread(void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  (void)pthread_attr_init(&attributes);
  (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  (void)pthread_attr_setstacksize(&attributes, 4 << 20);
  int result = pthread_create(&thread, &attributes, body, argument);
  (void)pthread_attr_destroy(&attributes);
  return result;
}

/// Names the calling thread for debuggers and process viewers. At most 15 characters.
static inline void rollcall_name_thread(const char *name) {
#if defined(__APPLE__)
  (void)pthread_setname_np(name);
#elif defined(__linux__)
  (void)prctl(PR_SET_NAME, name, 0, 0, 0);
#endif
}

#endif
