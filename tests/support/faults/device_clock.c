/* A device's clock and its starts, for one program (LD_PRELOAD).

   DEVICE_CLOCK   a file of two numbers of 8 bytes, read anew each time: by how many seconds the clock is wrong, and
                  whether anybody has set it
   DEVICE_BOOT    the file with the id of this start of the device; the device has no battery for its clock */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timex.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const int64_t *device; /* seconds to add, and whether the clock is set */

static const char *path_of(const char *path) {
  if (!strcmp(path, "/proc/sys/kernel/random/boot_id")) return getenv("DEVICE_BOOT");
  return strcmp(path, "/sys/class/rtc/rtc0/since_epoch") ? path : "/nothing";
}

#define OPEN(name)                                            \
  int name(const char *path, int flags, ...) {                \
    va_list more;                                             \
    va_start(more, flags);                                    \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                             \
    return REAL(name)(path_of(path), flags, mode);            \
  }
OPEN(open)
OPEN(open64)

__attribute__((constructor)) static void begin(void) {
  device = mmap(NULL, 16, PROT_READ, MAP_SHARED, REAL(open)(getenv("DEVICE_CLOCK"), O_RDONLY | O_CLOEXEC), 0);
  if (device == MAP_FAILED) abort();
}

int clock_gettime(clockid_t which, struct timespec *now) {
  int failed = REAL(clock_gettime)(which, now);
  if (!failed && which == CLOCK_REALTIME && device) now->tv_sec += device[0];
  return failed;
}

int adjtimex(struct timex *asked) {
  (void)asked;
  return device[1] ? TIME_OK : TIME_ERROR;
}
