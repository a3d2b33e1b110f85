#include "render/text/grid.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("beside: blocks of unlike height stand top to top", "[render][block]") {
  const Block block = beside({{{"ab", "cd", "ef"}, 2}, {{"1"}, 1}, {{"xyz", "uvw"}, 3}}, 2);
  CHECK(block.lines == std::vector<std::string>{"ab  1  xyz", "cd     uvw", "ef        "});
  CHECK(block.width == 10);
  CHECK(beside({}, 2).width == 0);
}
