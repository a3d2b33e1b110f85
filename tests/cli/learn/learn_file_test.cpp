#include "cli/learn/learn_file.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("LearnFileFlags: pages are taken out of what was typed, the model stays",
          "[cli][learn_file]") {
  const TemporaryFolder folder;
  LearnFileFlags flags;
  flags.output.give(folder.path("page.html"));
  flags.output.give(folder.path("model.safetensors"));
  flags.output.give(folder.path("second.HTML"));
  flags.take_pictures();
  CHECK(flags.pages == std::vector{folder.path("page.html"), folder.path("second.HTML")});
  CHECK(flags.output.texts() == std::vector{folder.path("model.safetensors")});
  CHECK_NOTHROW(require_learn_output(flags));
}

TEST_CASE("require_learn_output: one model, of a known kind, and flags that belong to it",
          "[cli][learn_file]") {
  const TemporaryFolder folder;
  LearnFileFlags two;
  two.output.give(folder.path("a.safetensors"));
  two.output.give(folder.path("b.safetensors"));
  CHECK_THROWS_AS(require_learn_output(two), InputError);
  LearnFileFlags unknown;
  unknown.output.give(folder.path("a.csv"));
  CHECK_THROWS_AS(require_learn_output(unknown), InputError);
  LearnFileFlags page;
  page.output.give(folder.file("page.html", "mine"));
  page.take_pictures();
  CHECK_THROWS_AS(require_learn_output(page), InputError);  // it is there
  type(page.force);
  CHECK_NOTHROW(require_learn_output(page));
  type(page.parameters_only);
  CHECK_THROWS_AS(require_learn_output(page), InputError);
}

TEST_CASE("LearnFileFlags: a page that is only opened is a temporary one", "[cli][learn_file]") {
  LearnFileFlags flags;
  type(flags.open);
  flags.take_pictures();
  REQUIRE(flags.pages.size() == 1);
  CHECK(flags.pages.front().ends_with("/learn.html"));
  std::filesystem::remove_all(std::filesystem::path(flags.pages.front()).parent_path());
}
