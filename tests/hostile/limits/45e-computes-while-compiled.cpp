// A loop without end in a constant.
// expect: unreadable
// says: compile
constexpr int endless() {
  int n = 0;
  for (int i = 0; i < 2000000000; ++i)
    for (int j = 0; j < 2000000000; ++j) n ^= i ^ j;
  return n;
}
constexpr int number = endless();

int main() { return number; }
