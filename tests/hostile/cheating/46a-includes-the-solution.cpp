// Includes the solution, and what others handed in, by every path that it can think of.
// only: bubblewrap
// expect: unreadable
// says: The compiler refused the program.
// silent: SECRET
#if __has_include("@WORK@/course/solutions/01-double/solution.py")
#include "@WORK@/course/solutions/01-double/solution.py"
#endif
#if __has_include("@WORK@/class/zz-control/double.py")
#include "@WORK@/class/zz-control/double.py"
#endif
#if __has_include("../../solution.py")
#include "../../solution.py"
#endif
#include "@WORK@/course/exercises/01-double/exercise.toml"

int main() {}
