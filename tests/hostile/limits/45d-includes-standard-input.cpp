// Includes what the compiler reads on standard input: nothing comes, and nobody waits for it.
// expect: unreadable
// says: The compiler refused the program.
#include "/dev/stdin"

int main() { return what_was_typed; }
