#include "cli/present/selection_figure.hpp"

#include <fstream>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

// What a command writes to its figure, or says where it writes none.
std::string figure_by(const std::string& arguments) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn " + arguments + " -o a.svg > screen.txt", folder.path());
  if (result.exit_code != 0) return std::to_string(result.exit_code) + " " + result.err;
  std::ifstream file(folder.path("a.svg"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kSentence = "attend 'The cat sat down' --causal ";

}  // namespace

TEST_CASE("selection_figure: the stages that are named, else an overview", "[cli][present]") {
  CHECK(has(figure_by(kSentence), ">Kᵀ<"));
  const std::string weights = figure_by(kSentence + "--stage weights");
  CHECK(has(weights, ">.881<"));
  CHECK_FALSE(has(weights, ">scores<"));
  const std::string some = figure_by(kSentence + "--from scores --to weights");
  for (const std::string name : {">scores<", ">scaled<", ">weights<"}) CHECK(has(some, name));
  CHECK_FALSE(has(some, ">query<"));
}

TEST_CASE("selection_figure: it does not hang on what else is shown", "[cli][present]") {
  const std::string figure = figure_by(kSentence);
  for (const std::string screen : {"--json", "--quiet", "--summary", "--plain", "--color always",
                                   "--glyphs ascii", "--width 40"})
    CHECK(figure_by(kSentence + screen) == figure);
}

TEST_CASE("selection_figure: weights where a picture is asked for", "[cli][present]") {
  CHECK(has(figure_by("attend 'The cat sat down' --view arcs"), "those above mean"));
  CHECK(has(figure_by(kSentence + "--view arcs --row sat"), "only those of &quot;sat&quot;"));
  CHECK(has(figure_by(kSentence + "--view rows"), "each from 0 to"));
}

TEST_CASE("selection_figure: one head is drawn whole", "[cli][present]") {
  const std::string head = figure_by("mha 'a b c' --d-model 8 --heads 4 --head 1 --stage weights");
  CHECK(has(head, ">head 1 weights<"));
  CHECK_FALSE(has(head, "head 0"));
}

TEST_CASE("selection_figure: an example speaks the language of the screen", "[cli][present]") {
  CHECK(has(figure_by("attend --lang ja --example search-engine --stage weights"), ">猫のえさ<"));
  CHECK(has(figure_by("attend --lang ja --stage weights"), ">食べた<"));
  CHECK(has(figure_by("attend --lang ja --stage weights -o b.json"), ">down<"));
}

TEST_CASE("selection_figure: what no figure has is refused", "[cli][present]") {
  CHECK(has(figure_by(kSentence + "--view bars"), "2 attn: error: --view bars is made of"));
  CHECK(has(figure_by(kSentence + "--view chain --lang ja"), "図にはできません"));
  std::string words;
  for (int i = 0; i < 101; ++i) words += "w" + std::to_string(i) + " ";
  CHECK(has(figure_by("attend --view arcs '" + words + "'"), "100 words at most"));
  CHECK(has(figure_by("mha 'a b' --d-model 64 --heads 16 --from query --to output"),
            "64 stages at most"));
}
