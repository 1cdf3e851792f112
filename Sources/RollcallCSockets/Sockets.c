// `accept4`, `pipe2` and `struct ucred` of the C library.
#define _GNU_SOURCE

#include "RollcallCSockets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/inotify.h>
#else
#include <sys/sysctl.h>
#include <sys/un.h>
#endif

struct rollcall_peer rollcall_peer_of(int descriptor) {
  const struct rollcall_peer unknown = {0, 0, 0};
#if defined(__linux__)
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return unknown;
  return (struct rollcall_peer){.is_known = 1, .user = peer.uid, .process = peer.pid};
#else
  uid_t found = 0;
  gid_t group = 0;
  pid_t number = 0;
  socklen_t length = sizeof number;
  if (getpeereid(descriptor, &found, &group) != 0) return unknown;
  // Once the peer has gone, only the user is known.
  if (getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &number, &length) != 0 && errno != ENOTCONN) return unknown;
  return (struct rollcall_peer){.is_known = 1, .user = found, .process = number};
#endif
}

#if !defined(__linux__)
/// Prepares a new socket: child processes do not inherit it, and a peer that has gone causes no SIGPIPE. Darwin sends
/// that signal to the process, not to the thread that writes, so that blocking it there would not help. Closes a socket
/// that can't be prepared, and returns -1.
static int prepare(int made) {
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

int rollcall_accept(int descriptor) {
#if defined(__linux__)
  return accept4(descriptor, 0, 0, SOCK_CLOEXEC);
#else
  return prepare(accept(descriptor, 0, 0));
#endif
}

ssize_t rollcall_send(int descriptor, const void *bytes, size_t count) {
#if defined(__linux__)
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
  return send(descriptor, bytes, count, 0);
#endif
}

struct rollcall_pipe rollcall_open_socket_pipe(void) {
  const struct rollcall_pipe none = {-1, -1};
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return none;
#else
  if (pipe(ends) != 0) return none;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  return (struct rollcall_pipe){.reading = ends[0], .writing = ends[1]};
}

int rollcall_socket(void) {
#if defined(__linux__)
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  return prepare(socket(AF_UNIX, SOCK_STREAM, 0));
#endif
}

#if defined(__linux__)
int rollcall_watch(int folder) {
  char path[32];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0) return -1;
  // IN_MOVED_TO: another file has taken a place.
  unsigned events = IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
  if (inotify_add_watch(watch, path, events) >= 0) return watch;
  int code = errno;
  (void)close(watch);
  errno = code;
  return -1;
}
#else
int rollcall_process_state(int process) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, process};
  struct kinfo_proc found;
  size_t size = sizeof found;
  if (sysctl(name, 4, &found, &size, 0, 0) != 0) return 0;
  return size == 0 ? -1 : found.kp_proc.p_stat;
}
#endif
