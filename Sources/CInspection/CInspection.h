// What Swift does not import of sockets: who is at the other end, and an accepted descriptor that no child process
// inherits.
//
// All functions are static inline: a system library target has no object file of its own.

#ifndef ROLLCALL_CINSPECTION_H
#define ROLLCALL_CINSPECTION_H

#include <sys/socket.h>

#if !defined(__linux__)
#include <fcntl.h>
#include <sys/un.h>
#include <unistd.h>
#endif

#if defined(__linux__)
// The C library declares it only with its extensions switched on, which a module can't do for the headers it imports.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
#endif

/// The user and the process at the other end of a socket: 0, or -1 and `errno`.
static inline int rollcall_peer(int descriptor, unsigned int *user, int *process) {
#if defined(__linux__)
  // `struct ucred`, which is hidden for the same reason.
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

/// The next connection of a listening socket; -1 and `errno` where there is none.
static inline int rollcall_accept(int descriptor) {
#if defined(__linux__)
  return accept4(descriptor, 0, 0, SOCK_CLOEXEC);
#else
  int accepted = accept(descriptor, 0, 0);
  if (accepted >= 0) (void)fcntl(accepted, F_SETFD, FD_CLOEXEC);
  return accepted;
#endif
}

/// A pipe that no child process inherits, its reading end first: 0, or -1 and `errno`.
static inline int rollcall_pipe(int *ends) {
#if defined(__linux__)
  // The same flag as `O_CLOEXEC`, by definition.
  return pipe2(ends, SOCK_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

/// A socket of this machine that no child process inherits; -1 and `errno`.
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
