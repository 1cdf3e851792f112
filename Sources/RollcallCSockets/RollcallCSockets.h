// Functions that Swift does not import: the identity of a socket's peer, descriptors that child processes do not
// inherit, writing without a signal, the state of a process, and a watch of a folder that takes no path.
//
// All functions are static inline, because a system library target has no object file of its own.

#ifndef ROLLCALL_CSOCKETS_H
#define ROLLCALL_CSOCKETS_H

#include <errno.h>
#include <sys/socket.h>

#if defined(__linux__)
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>
#endif

#if !defined(__linux__)
#include <fcntl.h>
#include <sys/sysctl.h>
#include <sys/un.h>
#include <unistd.h>
#endif

#if defined(__linux__)
// The C library declares these only with its extensions switched on. A module can't do that for the headers it imports.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
#endif

/// Returns the user and the process at the other end of a socket; process 0 if it is not known. The result is 0, or -1
/// with `errno` set.
static inline int rollcall_peer(int descriptor, unsigned int *user, int *process) {
#if defined(__linux__)
  // `struct ucred`, which the C library hides for the same reason.
  struct {
    int process;
    unsigned int user;
    unsigned int group;
  } peer;
  socklen_t length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *user = peer.user;
  *process = peer.process;
#else
  uid_t found = 0;
  gid_t group = 0;
  pid_t number = 0;
  socklen_t length = sizeof number;
  if (getpeereid(descriptor, &found, &group) != 0) return -1;
  // Once the peer has gone, only the user is known.
  if (getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &number, &length) != 0 && errno != ENOTCONN) return -1;
  *user = found;
  *process = number;
#endif
  return 0;
}

#if !defined(__linux__)
/// Prepares a new socket: child processes do not inherit it, and a peer that has gone causes no SIGPIPE. Darwin sends
/// that signal to the process, not to the thread that writes, so that blocking it there would not help. Closes a socket
/// that can't be prepared, and returns -1 with `errno` set.
static inline int rollcall_prepare_socket(int made) {
  int on = 1;
  if (made < 0 || setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) == 0) {
    if (made >= 0) (void)fcntl(made, F_SETFD, FD_CLOEXEC);
    return made;
  }
  (void)close(made);
  // The peer has gone already.
  errno = ECONNABORTED;
  return -1;
}
#endif

/// Accepts the next connection of a listening socket. Returns -1 with `errno` set if there is none.
static inline int rollcall_accept(int descriptor) {
#if defined(__linux__)
  return accept4(descriptor, 0, 0, SOCK_CLOEXEC);
#else
  return rollcall_prepare_socket(accept(descriptor, 0, 0));
#endif
}

/// Writes bytes to a socket. A peer that has gone causes an error, and no signal. Returns the number of bytes, or -1
/// with `errno` set.
static inline ssize_t rollcall_send(int descriptor, const void *bytes, size_t count) {
#if defined(__linux__)
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  return send(descriptor, bytes, count, 0);
#endif
}

/// Opens a pipe that child processes do not inherit, reading end first. Returns 0, or -1 with `errno` set.
static inline int rollcall_pipe(int *ends) {
#if defined(__linux__)
  // Defined to have the same value as `O_CLOEXEC`.
  return pipe2(ends, SOCK_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

/// Creates a Unix-domain socket that child processes do not inherit. Returns -1 with `errno` set on failure.
static inline int rollcall_socket(void) {
#if defined(__linux__)
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  return rollcall_prepare_socket(socket(AF_UNIX, SOCK_STREAM, 0));
#endif
}

#if defined(__linux__)
/// Returns a descriptor that can be read once something in an open folder, or the folder, has been deleted or moved.
/// Child processes do not inherit it. -1 with `errno` set if the folder can't be watched.
static inline int rollcall_watch(int folder) {
  char path[32];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0) return -1;
  if (inotify_add_watch(watch, path, IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF) >= 0) return watch;
  int code = errno;
  (void)close(watch);
  errno = code;
  return -1;
}
#endif

#if !defined(__linux__)
/// Returns the state of a process, as `ps` shows it: SSTOP for a stopped one, SZOMB for one that has ended, SRUN for
/// most others. 0 if the system does not tell, -1 if there is no such process.
static inline int rollcall_process_state(int process) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, process};
  struct kinfo_proc found;
  size_t size = sizeof found;
  if (sysctl(name, 4, &found, &size, 0, 0) != 0) return 0;
  return size == 0 ? -1 : found.kp_proc.p_stat;
}
#endif

#endif
