// Makes calls by the numbers of another architecture, which a filter may not know.
// expect: stopped stopped
#include <sys/syscall.h>
#include <unistd.h>

#include <iostream>
#include <string>

int main() {
  std::string line;
  std::getline(std::cin, line);
#ifdef __x86_64__
  constexpr long kOfX32 = 0x40000000;
  if (syscall(kOfX32 + SYS_getpid) < 0) {
    long result = 20;  // getpid of 32 bits
    asm volatile("int $0x80" : "+a"(result) : : "memory");
  }
#endif
  std::cout << "{\"doubled\": []}\n";
}
