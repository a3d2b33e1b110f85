#include "data/files/rename_to_new.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("rename_to_new: a file gets a new name", "[data][rename]") {
  const TemporaryFolder folder;
  const std::string from = folder.file("old", "kept"), to = folder.path("new");
  CHECK(rename_to_new(from, to));
  CHECK(content_of(to) == "kept");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("rename_to_new: a name that is taken stays as it is", "[data][rename]") {
  const TemporaryFolder folder;
  const std::string from = folder.file("old", "mine"), to = folder.file("taken", "theirs");
  errno = 0;
  CHECK_FALSE(rename_to_new(from, to));
  CHECK(errno == EEXIST);
  CHECK(content_of(from) == "mine");
  CHECK(content_of(to) == "theirs");
}

TEST_CASE("rename_to_new: a file that is not there has no new name", "[data][rename]") {
  const TemporaryFolder folder;
  errno = 0;
  CHECK_FALSE(rename_to_new(folder.path("none"), folder.path("new")));
  CHECK(errno == ENOENT);
}
