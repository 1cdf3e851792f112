// The file that curses draws into, up to the file's position, and how its contents reach the device.

#include "Terminal.h"

#include <sys/mman.h>

static FILE *drawing;
/// How much of it was sent.
static off_t sent;

FILE *rollcall_open_drawing(void) {
#if defined(__linux__)
  int descriptor = memfd_create("screen", MFD_CLOEXEC);
  drawing = descriptor < 0 ? NULL : fdopen(descriptor, "w+");
#else
  drawing = tmpfile();
  if (drawing != NULL) (void)fcntl(fileno(drawing), F_SETFD, FD_CLOEXEC);
#endif
  return drawing;
}

void rollcall_close_drawing(void) {
  if (drawing != NULL) (void)fclose(drawing);
  drawing = NULL;
  sent = 0;
}

void rollcall_discard_drawn(void) {
  (void)lseek(fileno(drawing), 0, SEEK_SET);
  sent = 0;
  rollcall_device.is_behind = 0;
}

void rollcall_draw_bytes(const char *bytes, size_t count) {
  ssize_t ignored = write(fileno(drawing), bytes, count);
  (void)ignored;
}

int rollcall_send_drawn(void) {
  int drawn = fileno(drawing);
  off_t end = lseek(drawn, 0, SEEK_CUR);
  char chunk[16384];
  while (sent < end) {
    size_t rest = (size_t)(end - sent);
    ssize_t count = pread(drawn, chunk, rest < sizeof chunk ? rest : sizeof chunk, sent);
    ssize_t written = count > 0 ? write(rollcall_device.descriptor, chunk, (size_t)count) : 0;
    if (written > 0) {
      sent += written;
    } else if (written < 0 && errno == EAGAIN) {
      rollcall_device.is_behind = 1;
      return 0;
    } else if (written == 0 || errno != EINTR) {
      break;
    }
  }
  rollcall_discard_drawn();
  return 1;
}
