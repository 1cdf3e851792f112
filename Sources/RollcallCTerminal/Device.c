// The terminal's device: its size and its modes.

#include "Terminal.h"

#include <sys/resource.h>

struct rollcall_device rollcall_device;

#define MOST_COLUMNS 1024
#define MOST_ROWS 512
/// The bytes that curses draws for a cell, in a frame in which each one changes its style.
#define BYTES_OF_CELL 32

void rollcall_device_size(int device, int *columns, int *rows) {
  struct winsize size;
  *columns = 80;
  *rows = 24;
  if (ioctl(device, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
  *columns = size.ws_col < MOST_COLUMNS ? size.ws_col : MOST_COLUMNS;
  *rows = size.ws_row < MOST_ROWS ? size.ws_row : MOST_ROWS;
}

int rollcall_may_write_screen(int device) {
  struct rlimit limit;
  int columns, rows;
  rollcall_device_size(device, &columns, &rows);
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= (rlim_t)(BYTES_OF_CELL * columns * rows);
}

/// Flags in which a device reports what it is doing, and that are no modes. On macOS they change by themselves.
#define STATE_FLAGS ((tcflag_t)(PENDIN | FLUSHO))

int rollcall_adopt_device(int descriptor) {
  struct rollcall_device *device = &rollcall_device;
  device->descriptor = descriptor;
  device->is_behind = 0;
  device->patience = 1000;
  if (tcgetattr(descriptor, &device->original) != 0) return -1;
  device->original.c_lflag &= ~STATE_FLAGS;
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

void rollcall_set_working_modes(void) {
  while (tcsetattr(rollcall_device.descriptor, TCSANOW, &rollcall_device.working) != 0 && errno == EINTR) {
  }
}

int rollcall_are_same_modes(const struct termios *left, const struct termios *right) {
  tcflag_t modes = ~STATE_FLAGS;
  return (left->c_lflag & modes) == (right->c_lflag & modes) && left->c_iflag == right->c_iflag &&
         left->c_oflag == right->c_oflag && left->c_cc[VMIN] == right->c_cc[VMIN] && left->c_cc[VTIME] == right->c_cc[VTIME];
}

int rollcall_signal_of_key(unsigned char key) {
  const cc_t *keys = rollcall_device.working.c_cc;
  if (key == (unsigned char)_POSIX_VDISABLE) return 0;
  if (key == keys[VINTR]) return SIGINT;
  if (key == keys[VQUIT]) return SIGQUIT;
  return key == keys[VSUSP] ? SIGTSTP : 0;
}

// Other processes of the same group, such as the make that started this one, may have stopped already, and the shell may
// control the terminal by now. In that case, leaving the screen must not stop the program halfway (SIGTTOU), and modes
// set by the shell must stay.
void rollcall_restore_modes(void) {
  struct rollcall_device *device = &rollcall_device;
  // Discards the unsent part of a frame. A terminal that is behind may not accept anything at all.
  device->patience = device->is_behind ? 100 : 1000;
  if (device->is_behind) (void)tcflush(device->descriptor, TCOFLUSH);
  struct termios present;
  if (tcgetpgrp(device->descriptor) == getpgrp() || tcgetattr(device->descriptor, &present) != 0 ||
      rollcall_are_same_modes(&present, &device->working)) {
    (void)tcsetattr(device->descriptor, TCSANOW, &device->original);
  }
}
