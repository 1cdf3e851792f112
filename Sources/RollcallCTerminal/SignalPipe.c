// Turns signals into bytes in a pipe, so that an event loop can handle them.

#include "Terminal.h"

#define PIPED_SIGNALS 7

static const int piped[PIPED_SIGNALS] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};

/// The writing end of the pipe.
static volatile sig_atomic_t writer = -1;
static int is_installed;
static struct sigaction previous[PIPED_SIGNALS];

static void handle(int number) {
  int error = errno;
  char byte = (char)number;
  ssize_t ignored = write((int)writer, &byte, 1);
  (void)ignored;
  errno = error;
}

void rollcall_install_signal_pipe(int writing) {
  writer = writing;
  for (int index = 0; index < PIPED_SIGNALS; index++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    (void)sigaction(piped[index], NULL, &previous[index]);
    if (previous[index].sa_handler != SIG_IGN) (void)sigaction(piped[index], &action, NULL);
  }
  is_installed = 1;
}

void rollcall_remove_signal_pipe(void) {
  if (!is_installed) return;
  is_installed = 0;
  for (int index = 0; index < PIPED_SIGNALS; index++) (void)sigaction(piped[index], &previous[index], NULL);
}

int rollcall_read_signal(int reading) {
  unsigned char byte = 0;
  return read(reading, &byte, 1) == 1 ? byte : 0;
}

void rollcall_signal_group(int number) { (void)kill(0, number); }

sigset_t rollcall_send_waiting_signal(int number) {
  sigset_t only, mask;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, number);
  (void)pthread_sigmask(SIG_BLOCK, &only, &mask);
  (void)raise(number);
  return mask;
}

void rollcall_take_signal(int number, sigset_t mask) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  (void)sigaction(number, &action, &before);
  sigset_t only;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, number);
  (void)pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
  (void)sigaction(number, &before, NULL);
}

void rollcall_raise_by_default(int number) { rollcall_take_signal(number, rollcall_send_waiting_signal(number)); }
