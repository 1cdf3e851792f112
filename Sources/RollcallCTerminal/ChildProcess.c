// Runs a short child process while the screen is shown.

#include "Terminal.h"

#include <spawn.h>
#include <sys/wait.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#define ENVIRONMENT (*_NSGetEnviron())
#else
#define ENVIRONMENT environ
#endif

/// Starts a program that is found in PATH, in a process group of its own, so that keys do not send it signals. It never
/// touches the terminal: it gets a descriptor as standard input, and its output is discarded. Returns -1 if it can't be
/// started.
static pid_t start_child(char *const *arguments, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  pid_t child = -1;
  (void)sigemptyset(&none);
  (void)sigfillset(&all);
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawn_file_actions_adddup2(&actions, input, 0);
  (void)posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  (void)posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  (void)posix_spawnattr_init(&attributes);
  (void)posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  (void)posix_spawnattr_setpgroup(&attributes, 0);
  (void)posix_spawnattr_setsigmask(&attributes, &none);
  (void)posix_spawnattr_setsigdefault(&attributes, &all);
  if (posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, ENVIRONMENT) != 0) child = -1;
  (void)posix_spawnattr_destroy(&attributes);
  (void)posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Writes bytes to a pipe until its reader has them, closes it, or lets more milliseconds pass than `patience`. Returns
/// the patience that is left.
static int feed(int writing, const char *bytes, size_t count, int patience) {
  while (count > 0 && patience > 0) {
    struct pollfd writable = {.fd = writing, .events = POLLOUT};
    ssize_t written = poll(&writable, 1, 10) > 0 ? write(writing, bytes, count) : 0;
    if (written < 0 && errno != EINTR && errno != EAGAIN) break;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else {
      patience -= 10;
    }
  }
  return patience;
}

/// Waits for the end of a child process, and kills it when the patience in milliseconds is used up. Returns its exit
/// status; -1 if it has none.
static int end_child(pid_t child, int patience) {
  int status = 0;
  for (; patience > 0; patience -= 10) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    // The application may wait for all child processes itself.
    if (ended < 0 && errno != EINTR) return -1;
    (void)poll(NULL, 0, 10);
  }
  (void)kill(-child, SIGKILL);
  (void)waitpid(child, &status, 0);
  return -1;
}

// Darwin sends SIGPIPE to the process, unless the pipe says otherwise.
int rollcall_run_with_input(char *const *arguments, const char *bytes, size_t count, int patience) {
  int reading, writing;
  if (rollcall_open_pipe(&reading, &writing, 1) != 0) return -1;
  (void)fcntl(reading, F_SETFL, 0);
  sigset_t only;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGPIPE);
  (void)pthread_sigmask(SIG_BLOCK, &only, NULL);
#if defined(__APPLE__)
  (void)fcntl(writing, F_SETNOSIGPIPE, 1);
#endif
  pid_t child = start_child(arguments, reading);
  (void)close(reading);
  if (child > 0) patience = feed(writing, bytes, count, patience);
  (void)close(writing);
  return child > 0 ? end_child(child, patience) : -1;
}
