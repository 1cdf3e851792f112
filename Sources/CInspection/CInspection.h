// Socket functions that Swift does not import: the identity of the peer, and descriptors that child processes do not
// inherit.
//
// All functions are static inline, because a system library target has no object file of its own.

#ifndef ROLLCALL_CINSPECTION_H
#define ROLLCALL_CINSPECTION_H

#include <sys/socket.h>

#if !defined(__linux__)
#include <fcntl.h>
#include <sys/un.h>
#include <unistd.h>
#endif

#if defined(__linux__)
// The C library declares these only with its extensions switched on. A module can't do that for the headers it imports.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
#endif

/// Returns the user and the process at the other end of a socket. The result is 0, or -1 with `errno` set.
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
  if (getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &number, &length) != 0) return -1;
  *user = found;
  *process = number;
#endif
  return 0;
}

/// Accepts the next connection of a listening socket. Returns -1 with `errno` set if there is none.
static inline int rollcall_accept(int descriptor) {
#if defined(__linux__)
  return accept4(descriptor, 0, 0, SOCK_CLOEXEC);
#else
  int accepted = accept(descriptor, 0, 0);
  if (accepted >= 0) (void)fcntl(accepted, F_SETFD, FD_CLOEXEC);
  return accepted;
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
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  if (made >= 0) (void)fcntl(made, F_SETFD, FD_CLOEXEC);
  return made;
#endif
}

#endif
