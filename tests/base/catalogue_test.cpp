#include "base/catalogue.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

// What msgfmt makes of a text.
std::string compiled(const std::string& text) {
  const TemporaryFolder folder;
  const std::string from = folder.file("it.po", text), to = folder.path("it.mo");
  REQUIRE(std::system(("msgfmt -o " + to + " " + from).c_str()) == 0);
  std::ifstream file(to, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const char* const kText =
    "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    "msgid \"b\"\nmsgstr \"二\"\n"
    "msgid \"a\"\nmsgstr \"一\"\n"
    "msgid \"not yet\"\nmsgstr \"\"\n"
    "msgid \"√ d\"\nmsgstr \"√次元\"\n";

std::string translation(const Catalogue& catalogue, const char* english) {
  const char* const found = catalogue.translation_of(english);
  return found ? found : "none";
}

}  // namespace

TEST_CASE("Catalogue: finds what msgfmt has compiled", "[base][catalogue]") {
  const Catalogue catalogue(compiled(kText));
  CHECK(translation(catalogue, "a") == "一");
  CHECK(translation(catalogue, "b") == "二");
  CHECK(translation(catalogue, "√ d") == "√次元");
  for (const char* unknown : {"not yet", "A", "aa", "~", "c"}) {
    CAPTURE(unknown);
    CHECK(translation(catalogue, unknown) == "none");
  }
}

TEST_CASE("Catalogue: translates nothing where there is none", "[base][catalogue]") {
  CHECK(translation(Catalogue(), "a") == "none");
  CHECK(translation(Catalogue(""), "a") == "none");
  CHECK(translation(Catalogue("text that is no catalogue"), "a") == "none");
}

TEST_CASE("Catalogue: a file that is cut off or changed is read within its bounds",
          "[base][catalogue]") {
  const std::string whole = compiled(kText);
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK(translation(Catalogue(whole.substr(0, size)), "b") != "");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = '\xFF';
    CHECK(translation(Catalogue(changed), "b") != "");
  }
}
