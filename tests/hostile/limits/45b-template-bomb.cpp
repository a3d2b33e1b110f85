// Templates that double at every step: more than a compiler can hold.
// expect: unreadable
// says: compile
template <int depth, typename Left, typename Right>
struct Tree {
  using Half = Tree<depth - 1, Tree<depth, Left, Right>, Left>;
  using Other = Tree<depth - 1, Right, Tree<depth, Right, Left>>;
  static constexpr long value = Half::value + Other::value;
};
template <typename Left, typename Right>
struct Tree<0, Left, Right> {
  static constexpr long value = 1;
};

int main() { return Tree<40, int, long>::value != 0; }
