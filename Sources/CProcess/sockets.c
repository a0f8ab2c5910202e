#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int statusd_peer(int socket, unsigned *user, int *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return errno;
  *user = peer.uid;
  *process = peer.pid;
  return 0;
}

long statusd_send(int socket, const void *bytes, unsigned long count, const int *descriptors, int number) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * 2)];
    struct cmsghdr alignment;
  } control;
  struct iovec piece = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (number > 2) {
    errno = EINVAL;
    return -1;
  }
  if (number > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)number);
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)number);
    memcpy(CMSG_DATA(part), descriptors, sizeof(int) * (size_t)number);
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// More than are wanted, so that a sender of too many is seen; the kernel keeps a message to 253.
enum { most = 8 };

long statusd_receive(int socket, void *bytes, unsigned long count, int *descriptors, int capacity, int *received,
                     int *lost) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * most)];
    struct cmsghdr alignment;
  } control;
  struct iovec room = {bytes, count};
  struct msghdr message = {.msg_iov = &room, .msg_iovlen = 1};
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  *received = 0;
  *lost = 0;
  long length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (length < 0) return length;
  *lost = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    size_t found = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < found; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(part) + index * sizeof(int), sizeof(int));
      if (*received < capacity) descriptors[(*received)++] = descriptor;
      else close(descriptor);
    }
  }
  return length;
}
