#include "render/page/page_texts.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "support/catch.hpp"

using namespace attn;

namespace {

// The keys that scripts ask for as they stand there; some are put together, such as "view_" + mode.
std::set<std::string> keys_asked_for(const std::filesystem::path& folder) {
  const std::regex asks("\\b(?:t|filled)\\(\\s*\"([a-z_0-9]+)\"[,)]");
  std::set<std::string> keys;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".js") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::sregex_iterator found(text.begin(), text.end(), asks), end; found != end; ++found)
      keys.insert((*found)[1]);
  }
  return keys;
}

}  // namespace

TEST_CASE("page_texts: there is a text for each key that a script asks for", "[render][page]") {
  const nlohmann::ordered_json texts = page_texts();
  const std::filesystem::path scripts = ATTN_SOURCE_DIR "/src/render/page/script";
  for (const char* folder : {"shared", "stages", "attention", "mask", "positions"})
    for (const std::string& key : keys_asked_for(scripts / folder)) {
      INFO(key);
      CHECK(texts.contains(key));
    }
}
