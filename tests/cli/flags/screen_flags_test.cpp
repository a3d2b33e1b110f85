#include "cli/flags/screen_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

TEST_CASE("ScreenFlags::read_layout: every value reaches the layout", "[cli][screen_flags]") {
  ScreenFlags flags;
  type(flags.color, "always");
  type(flags.glyphs, "ascii");
  type(flags.explain, "2");
  type(flags.width, "123");
  const Layout layout = flags.read_layout();
  CHECK(layout.color);
  CHECK(layout.glyphs == Glyphs::ascii);
  CHECK(layout.explain == 2);
  CHECK(layout.width == 123);
}

TEST_CASE("ScreenFlags::read_layout: refuses what it does not know", "[cli][screen_flags][error]") {
  const auto refused = [](Flag ScreenFlags::*flag, const char* value) {
    ScreenFlags flags;
    type(flags.*flag, value);
    CHECK_THROWS_AS(flags.read_layout(), InputError);
  };
  refused(&ScreenFlags::color, "maybe");
  refused(&ScreenFlags::glyphs, "latin");
  refused(&ScreenFlags::explain, "3");
  refused(&ScreenFlags::width, "39");
  refused(&ScreenFlags::width, "1001");
}
