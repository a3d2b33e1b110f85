// Lets the assembler read the solution into the program.
// only: bubblewrap
// expect: unreadable
// says: The compiler refused the program.
// silent: SECRET
__asm__(".incbin \"@WORK@/course/solutions/01-double/solution.py\"");

int main() {}
