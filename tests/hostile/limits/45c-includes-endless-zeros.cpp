// Includes a file that never ends.
// expect: unreadable
// says: compile
#include "/dev/zero"

int main() {}
