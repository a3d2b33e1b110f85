// Macros that grow to 10^10 numbers: the compiler is ended, and what it did is told.
// expect: unreadable
// says: The compiler was stopped.
#define A 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
#define G F F F F F F F F F F
#define H G G G G G G G G G G
#define I H H H H H H H H H H
#define J I I I I I I I I I I
int numbers[] = {J};

int main() {}
