#include "CPseudoTerminal.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <util.h>
#else
#include <pty.h>
#endif

int pseudo_terminal_run(
    const char *path, char *const arguments[], char *const environment[], int columns, int rows, int *terminal) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = (unsigned short)columns;
  size.ws_row = (unsigned short)rows;
  pid_t process = forkpty(terminal, NULL, NULL, &size);
  if (process == 0) {
    execve(path, arguments, environment);
    _exit(127);
  }
  return (int)process;
}

int pseudo_terminal_wait(int terminal, int milliseconds) {
  struct pollfd wanted = {.fd = terminal, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

void pseudo_terminal_end(int process) {
  kill((pid_t)process, SIGTERM);
  int status;
  waitpid((pid_t)process, &status, 0);
}
