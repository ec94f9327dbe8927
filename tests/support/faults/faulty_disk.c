/* Written down and disturbed: what a program does to the files of one folder (LD_PRELOAD).

   FAULTY_DISK    the folder; other files are left alone
   FAULTY_LOG     where each operation is written to, in its order (see faulty_disk.py for the shape)
   FAULTY_AT      the number of the first operation that fails, counted from 1; none without it
   FAULTY_COUNT   how many fail from there on
   FAULTY_ERRNO   with which error
   FAULTY_KINDS   which are counted and fail: letters of the log, such as "WS"; all without it

   Log: kind (one byte), file number (int32), offset (int64), length (int64), then so many bytes.
   C a file was made (`offset` 1) or opened to be emptied, O opened as it is (bytes: its name), W write, T truncate to `offset`, S sync of a file,
   D sync of the folder, U unlink (bytes: name), R rename (bytes: old, a zero byte, new), L link (the same). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096
static int number_of[FILES]; /* file descriptor -> 1 + file number; -1 the folder, 0 not ours */
static off_t place_of[FILES];
static int out = -1;
static long counted, first, many;
static int error_no;
static const char *disk, *kinds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  disk = getenv("FAULTY_DISK");
  kinds = getenv("FAULTY_KINDS");
  const char *log = getenv("FAULTY_LOG"), *at = getenv("FAULTY_AT");
  first = at ? atol(at) : 0;
  many = getenv("FAULTY_COUNT") ? atol(getenv("FAULTY_COUNT")) : 1;
  error_no = getenv("FAULTY_ERRNO") ? atoi(getenv("FAULTY_ERRNO")) : EIO;
  if (log) out = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static const char *ours(const char *path) { /* the name inside the folder, "" for the folder, else NULL */
  size_t length = disk ? strlen(disk) : 0;
  if (!length || !path || strncmp(path, disk, length)) return NULL;
  if (!path[length]) return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}

static int fails(char kind) { /* with the lock held */
  if (kinds && !strchr(kinds, kind)) return 0;
  counted++;
  return first && counted >= first && counted < first + many;
}

static void told(char kind, int file, int64_t offset, const void *bytes, int64_t length) {
  if (out < 0) return;
  char head[21];
  int32_t number = file;
  memcpy(head, &kind, 1), memcpy(head + 1, &number, 4), memcpy(head + 5, &offset, 8), memcpy(head + 13, &length, 8);
  struct iovec parts[2] = {{head, 21}, {(void *)bytes, (size_t)length}};
  if (writev(out, parts, length ? 2 : 1) < 0) abort();
}

static int known(int fd) { return fd >= 0 && fd < FILES ? number_of[fd] : 0; }

static int opened(int fd, const char *path, int flags, int was_there) {
  const char *name = ours(path);
  if (fd < 0 || fd >= FILES) return fd;
  pthread_mutex_lock(&lock);
  number_of[fd] = 0;
  if (name && !*name) number_of[fd] = -1;
  if (name && *name && !strstr(name, "-shm")) {
    struct stat now;
    fstat(fd, &now);
    number_of[fd] = (int)(now.st_ino & 0x3fffffff) + 1;
    place_of[fd] = flags & O_APPEND ? now.st_size : 0;
    told(was_there && !(flags & O_TRUNC) ? 'O' : 'C', number_of[fd] - 1, !was_there, name, (int64_t)strlen(name));
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define OPEN(name)                                                        \
  int name(const char *path, int flags, ...) {                            \
    va_list more;                                                         \
    va_start(more, flags);                                                \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;             \
    va_end(more);                                                         \
    int was_there = !access(path, F_OK);                                  \
    return opened(REAL(name)(path, flags, mode), path, flags, was_there); \
  }
OPEN(open)
OPEN(open64)

int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  int was_there = !faccessat(folder, path, F_OK, 0);
  int fd = REAL(openat)(folder, path, flags, mode);
  return folder == AT_FDCWD || path[0] == '/' ? opened(fd, path, flags, was_there) : fd;
}

int close(int fd) {
  if (fd >= 0 && fd < FILES) number_of[fd] = 0;
  return REAL(close)(fd);
}

static ssize_t wrote(int fd, const void *bytes, size_t length, off_t at, ssize_t (*write_it)(int, const void *, size_t, off_t)) {
  if (known(fd) <= 0) return write_it(fd, bytes, length, at);
  pthread_mutex_lock(&lock);
  ssize_t done = -1;
  if (fails('W')) errno = error_no;
  else if ((done = write_it(fd, bytes, length, at)) > 0) told('W', known(fd) - 1, at < 0 ? place_of[fd] : at, bytes, done);
  if (at < 0 && done > 0) place_of[fd] += done;
  pthread_mutex_unlock(&lock);
  return done;
}

static ssize_t plain(int fd, const void *bytes, size_t length, off_t at) {
  (void)at;
  return REAL(write)(fd, bytes, length);
}
static ssize_t placed(int fd, const void *bytes, size_t length, off_t at) { return REAL(pwrite64)(fd, bytes, length, at); }

ssize_t write(int fd, const void *bytes, size_t length) { return wrote(fd, bytes, length, -1, plain); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return wrote(fd, bytes, length, at, placed); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return wrote(fd, bytes, length, at, placed); }

/* A copy inside the kernel would pass us by: refused in the way that lets Python read and write instead. */
ssize_t sendfile(int to, int from, off_t *at, size_t length) {
  if (known(to) <= 0) return REAL(sendfile)(to, from, at, length);
  errno = ENOTSOCK;
  return -1;
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t length) { return sendfile(to, from, at, length); }

static int synced(int fd, int (*sync_it)(int)) {
  int file = known(fd);
  if (!file) return sync_it(fd);
  pthread_mutex_lock(&lock);
  int done = -1;
  if (fails(file < 0 ? 'D' : 'S')) errno = error_no;
  else if (!(done = sync_it(fd))) told(file < 0 ? 'D' : 'S', file < 0 ? -1 : file - 1, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

#define TRUNCATE(name, offset)                                            \
  int name(int fd, offset length) {                                       \
    if (known(fd) <= 0) return REAL(name)(fd, length);                    \
    pthread_mutex_lock(&lock);                                            \
    int done = -1;                                                        \
    if (fails('T')) errno = error_no;                                     \
    else if (!(done = REAL(name)(fd, length))) told('T', known(fd) - 1, length, NULL, 0); \
    pthread_mutex_unlock(&lock);                                          \
    return done;                                                          \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
  const char *name = ours(path);
  if (!name || !*name || strstr(name, "-shm")) return REAL(unlink)(path);
  pthread_mutex_lock(&lock);
  int done = -1;
  if (fails('U')) errno = error_no;
  else if (!(done = REAL(unlink)(path))) told('U', 0, 0, name, (int64_t)strlen(name));
  pthread_mutex_unlock(&lock);
  return done;
}

static int moved(char kind, const char *from, const char *to, int (*do_it)(const char *, const char *)) {
  const char *old = ours(from), *new = ours(to);
  if (!old || !new) return do_it(from, to);
  pthread_mutex_lock(&lock);
  int done = -1;
  if (fails(kind)) errno = error_no;
  else if (!(done = do_it(from, to))) {
    char both[2 * PATH_MAX];
    size_t length = strlen(old);
    memcpy(both, old, length + 1), memcpy(both + length + 1, new, strlen(new));
    told(kind, 0, 0, both, (int64_t)(length + 1 + strlen(new)));
  }
  pthread_mutex_unlock(&lock);
  return done;
}
int rename(const char *from, const char *to) { return moved('R', from, to, REAL(rename)); }
int link(const char *from, const char *to) { return moved('L', from, to, REAL(link)); }
