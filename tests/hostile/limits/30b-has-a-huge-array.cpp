// Uses a static array of 1 GiB.
// expect: stopped stopped
// says: it used more than 128 MiB of memory
#include <unistd.h>

#include <cstring>

static char huge[1 << 30];

int main() {
  alarm(60);
  for (long at = 0; at < (1 << 30); at += 1 << 20) std::memset(huge + at, 1, 1 << 20);
  return huge[12345] - 1;
}
