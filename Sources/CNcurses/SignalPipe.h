// Turns signals into bytes in a pipe, so that an event loop can handle them.

#ifndef ROLLCALL_SIGNAL_PIPE_H
#define ROLLCALL_SIGNAL_PIPE_H

/// The writing end of the pipe. Set and read by functions of the same object file.
static int rollcall_signal_writer = -1;

static inline int rollcall_piped_signal(int index) {
  const int signals[ROLLCALL_PIPED_SIGNALS] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
  return signals[index];
}

static inline void rollcall_handle_piped_signal(int number) {
  int error = errno;
  char byte = (char)number;
  ssize_t ignored = write(rollcall_signal_writer, &byte, 1);
  (void)ignored;
  errno = error;
}

/// Sends the terminal's signals into a pipe. Signals that the program inherited as ignored stay ignored.
static inline void rollcall_install_signal_pipe(struct rollcall_terminal *terminal, int writing) {
  struct rollcall_signals *signals = &terminal->signals;
  rollcall_signal_writer = writing;
  for (int index = 0; index < ROLLCALL_PIPED_SIGNALS; index++) {
    int number = rollcall_piped_signal(index);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = rollcall_handle_piped_signal;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    (void)sigaction(number, NULL, &signals->previous[index]);
    if (signals->previous[index].sa_handler != SIG_IGN) (void)sigaction(number, &action, NULL);
  }
  signals->is_installed = 1;
}

/// Returns the signal that the terminal's driver sends for a control character; 0 if it sends none.
static inline int rollcall_signal_of_key(const struct rollcall_terminal *terminal, unsigned char key) {
  const cc_t *keys = terminal->device.working.c_cc;
  if (key == (unsigned char)_POSIX_VDISABLE) return 0;
  if (key == keys[VINTR]) return SIGINT;
  if (key == keys[VQUIT]) return SIGQUIT;
  return key == keys[VSUSP] ? SIGTSTP : 0;
}

/// Sends a signal to the program's process group, as the terminal's driver does for a key.
static inline void rollcall_signal_group(int number) { (void)kill(0, number); }

/// Reads a signal from the pipe; 0 if there is none.
static inline int rollcall_read_signal(int reading) {
  unsigned char byte = 0;
  return read(reading, &byte, 1) == 1 ? byte : 0;
}

/// Restores the previous signal handling.
static inline void rollcall_remove_signal_pipe(struct rollcall_terminal *terminal) {
  struct rollcall_signals *signals = &terminal->signals;
  if (!signals->is_installed) return;
  signals->is_installed = 0;
  for (int index = 0; index < ROLLCALL_PIPED_SIGNALS; index++) {
    (void)sigaction(rollcall_piped_signal(index), &signals->previous[index], NULL);
  }
}

/// Sends the calling thread a signal that waits until `rollcall_take_signal`. If the signal would stop the process, a
/// SIGCONT in between removes it. Returns the thread's signal mask.
static inline sigset_t rollcall_send_waiting_signal(int number) {
  sigset_t only, mask;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, number);
  (void)pthread_sigmask(SIG_BLOCK, &only, &mask);
  (void)raise(number);
  return mask;
}

/// Performs the default action of a waiting signal, if it still waits. Returns if there is none, or after a stop.
static inline void rollcall_take_signal(int number, sigset_t mask) {
  struct sigaction action, previous;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  (void)sigaction(number, &action, &previous);
  sigset_t only;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, number);
  (void)pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
  (void)sigaction(number, &previous, NULL);
}

/// Performs a signal's default action in the calling thread. Returns if there is none, or after a stop.
static inline void rollcall_raise_by_default(int number) {
  rollcall_take_signal(number, rollcall_send_waiting_signal(number));
}

#endif
