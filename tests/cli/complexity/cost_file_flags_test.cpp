#include "cli/complexity/cost_file_flags.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("CostFileFlags: pages and nothing else, and --force with a file alone",
          "[cli][cost_file_flags]") {
  const TemporaryFolder folder;
  CostFileFlags flags;
  CHECK(flags.read().paths.empty());
  type(flags.files, folder.path("page.html"));
  CHECK(flags.read().paths.size() == 1);
  CHECK_FALSE(flags.read().overwrite);
  type(flags.files, folder.path("page.doc"));
  CHECK_THROWS_AS(flags.read(), InputError);
  type(flags.files, "");
  type(flags.force);
  CHECK_THROWS_AS(flags.read(), InputError);
}

TEST_CASE("CostFileFlags: a file that is there stays without --force", "[cli][cost_file_flags]") {
  const TemporaryFolder folder;
  CostFileFlags flags;
  type(flags.files, folder.file("page.html", "mine"));
  CHECK_THROWS_AS(flags.read(), InputError);
  type(flags.force);
  CHECK(flags.read().overwrite);
}
