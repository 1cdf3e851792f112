// Descriptors: devices, pipes, and the wait for several.

#include "Terminal.h"

// The device's own name, because on macOS `poll` does not work with `/dev/tty`. If the descriptor has only that name, a
// standard descriptor may tell the other one.
int rollcall_open_device(int descriptor) {
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

int rollcall_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

int rollcall_open_pipe(int *reading, int *writing, int nonblocking_writer) {
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

void rollcall_close(int descriptor) { (void)close(descriptor); }

// A pipe that is ready accepts the bytes of one write. A terminal was opened so that it accepts what it can.
void rollcall_write_all(int descriptor, const char *bytes, size_t count) {
  int patience = rollcall_device.patience;
  while (count > 0 && patience >= 0) {
    struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
    int is_ready = poll(&writable, 1, patience > 0 ? 10 : 0) > 0;
    ssize_t written = is_ready ? write(descriptor, bytes, count < 512 ? count : 512) : 0;
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      patience = rollcall_device.patience;
    } else {
      patience -= 10;
    }
  }
  if (count > 0) rollcall_device.patience = 0;
}

void rollcall_write_byte(int writing) {
  ssize_t ignored = write(writing, "", 1);
  (void)ignored;
}

void rollcall_empty_pipe(int reading) {
  char bytes[64];
  while (read(reading, bytes, sizeof bytes) > 0) {
  }
}

int rollcall_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int rollcall_read_available(int device, unsigned char *bytes, size_t capacity) {
  ssize_t count = read(device, bytes, capacity);
  return count > 0 ? (int)count : 0;
}

int rollcall_wait(int device, int wants_to_write, int waker, int signals, int output, int timeout) {
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
