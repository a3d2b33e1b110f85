// 100 000 errors, each with a long text: the compiler is ended at 64 KiB.
// expect: unreadable
// says: It was stopped because it printed more than 64 KiB.
#define LONG "a long text a long text a long text a long text a long text a long text a long text"
#define TEN(x) x x x x x x x x x x
#define ERROR static_assert(sizeof(int) == 0, LONG LONG LONG LONG LONG LONG LONG LONG);
TEN(TEN(TEN(TEN(TEN(ERROR)))))

int main() {}
