#include "cli/present/batch_flag.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

ViewChoice view_of(Screen screen, const std::vector<std::string>& stages = {}) {
  ViewChoice view;
  view.screen = screen;
  view.stages = stages;
  return view;
}

}  // namespace

TEST_CASE("n_batch_of: none unless it was typed", "[cli][batch_flag]") {
  CHECK(n_batch_of(Flag("--batch")) == 0);
  CHECK(n_batch_of(typed("--batch", "1")) == 1);
  CHECK(n_batch_of(typed("--batch", "1000000")) == 1'000'000);
  for (const char* number : {"0", "1000001", "-1", "two"})
    CHECK_THROWS_MATCHES(
        n_batch_of(typed("--batch", number)), InputError,
        Message(std::string("--batch must be a whole number from 1 to 1000000, but it is ") +
                number + "."));
}

TEST_CASE("require_shapes_shown: a batch shows nowhere but in shapes", "[cli][batch_flag]") {
  Trace trace;
  trace.tables = {{.id = "parameters", .columns = {{"stage"}, {"shape"}}},
                  {.id = "heads", .columns = {{"head"}}}};
  const Flag batch = typed("--batch", "2");
  for (const Screen screen :
       {Screen::text, Screen::json, Screen::summary, Screen::shapes, Screen::step})
    CHECK_NOTHROW(require_shapes_shown(batch, view_of(screen), trace));
  CHECK_THROWS_MATCHES(
      require_shapes_shown(batch, view_of(Screen::quiet), trace), InputError,
      Message("--batch changes shapes alone, and --quiet shows none. Leave one of them out."));
  CHECK_THROWS_MATCHES(
      require_shapes_shown(batch, view_of(Screen::plain, {"heads"}), trace), InputError,
      Message("--batch changes shapes alone, and --plain shows none. Leave one of them out."));
  CHECK_NOTHROW(require_shapes_shown(batch, view_of(Screen::plain, {"parameters"}), trace));
  CHECK_NOTHROW(require_shapes_shown(Flag("--batch"), view_of(Screen::quiet), trace));
}
