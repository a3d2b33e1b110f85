#include "cli/present/page_file.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

using namespace attn;

namespace {

nlohmann::json data_of_page(const std::string& command) {
  const TemporaryFolder folder;
  const CommandResult result = run_command("attn " + command + " -o page.html", folder.path());
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  std::ifstream file(folder.path("page.html"), std::ios::binary);
  const std::string html{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = html.find("id=\"data\">") + 10;
  return json_of(html.substr(begin, html.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("page_file: whatever language one speaks, both are in it", "[cli][page]") {
  const nlohmann::json english = data_of_page("attend 'The cat'");
  const nlohmann::json japanese = data_of_page("attend 'The cat' --lang ja");
  CHECK(english == japanese);
  CHECK(english["stages"][0]["note"]["ja"] != english["stages"][0]["note"]["en"]);
}

TEST_CASE("page_file: an example speaks both, too, and a pipe is read once", "[cli][page]") {
  const nlohmann::json example = data_of_page("attend --example cat-sat-mat");
  CHECK(example["about"].contains("ja"));
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("printf 'x y' | attn attend - -o page.html --quiet", folder.path());
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("page_file: the stage that is named comes first", "[cli][page]") {
  CHECK(data_of_page("attend 'The cat' --stage output")["first_stage"] == "output");
  CHECK(data_of_page("attend 'The cat' --precision 5")["precision"] == 5);
}

TEST_CASE("page_file: a page of a model shows all of its heads", "[cli][page]") {
  const nlohmann::json data = data_of_page("mha 'The cat' --model $MODELS/gpt2");
  CHECK(data["stages"].size() == 8);
  CHECK(data["stages"][5]["group"] == "head 1.1");
  CHECK(!data["sketches"].is_null());
}
