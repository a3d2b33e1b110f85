#include "base/suggest.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

const std::vector<std::string> kStages{"input", "wq", "wk", "wv", "query", "scores", "weights"};
const std::vector<std::string> kFlags{"--stage", "--step", "--scale", "--shapes-only", "--q"};

}  // namespace

TEST_CASE("nearest: a letter too many, missing, changed or in another place", "[base][suggest]") {
  CHECK(nearest("inputs", kStages) == "input");
  CHECK(nearest("score", kStages) == "scores");
  CHECK(nearest("quary", kStages) == "query");
  CHECK(nearest("scroes", kStages) == "scores");
  CHECK(nearest("wz", kStages) == "wq");  // the first of equally near ones
  CHECK(nearest("weights", kStages) == "weights");
}

TEST_CASE("nearest: a letter is what people see as one, not its bytes", "[base][suggest]") {
  const std::vector<std::string> words{"鳴いた", "起こした", "太郎", "愛", "プーリング"};
  CHECK(nearest("太朗", words) == "太郎");
  CHECK(nearest("起こす", words) == "起こした");
  CHECK(nearest("プリング", words) == "プーリング");
  // 食べた and 鳴いた, 毛 and 愛 share bytes alone.
  CHECK(nearest("食べた", words) == "");
  CHECK(nearest("毛", words) == "");
  CHECK(about_as_near("太朗", {"大朗", "太郎", "花子"}) ==
        std::vector<std::string>{"大朗", "太郎"});
}

TEST_CASE("nearest: the beginning of a word means the word", "[base][suggest]") {
  CHECK(nearest("--shape", kFlags) == "--shapes-only");
  CHECK(nearest("weig", kStages) == "weights");
  CHECK(nearest("--sca", kFlags) == "--scale");
}

TEST_CASE("nearest: a flag of another program has more before its name", "[base][suggest]") {
  const std::vector<std::string> flags{"--kv-heads", "--heads", "--head", "--q", "--bias"};
  CHECK(nearest("--num-heads", flags) == "--heads");
  CHECK(nearest("--num_heads", flags) == "--heads");
  CHECK(nearest("--n-kv-heads", flags) == "--kv-heads");
  CHECK(nearest("--add-bias", flags) == "--bias");
  CHECK(nearest("--head-q", flags) == "--heads");  // two letters are no name to go by
  CHECK(nearest("--headz", flags) == "--heads");
}

TEST_CASE("nearest: a word that has little in common with any means none", "[base][suggest]") {
  CHECK(nearest("attention", kStages) == "");
  CHECK(nearest("-", kStages) == "");  // two letters from "wq", but those are all it has
  CHECK(nearest("xy", kStages) == "");
  CHECK(nearest("", kStages) == "");
  CHECK(nearest("query", {}) == "");
  CHECK(nearest(std::string(1'000'000, 'q'), kStages) == "");
}

TEST_CASE("about_as_near: one letter tells which word was meant, two do not", "[base][suggest]") {
  const std::vector<std::string> terms{"invariant", "equivariant", "causal"};
  CHECK(about_as_near("equivarient", terms) == std::vector<std::string>{"equivariant"});
  CHECK(about_as_near("covariant", terms) == std::vector<std::string>{"invariant", "equivariant"});
  CHECK(about_as_near("variant", terms) == std::vector<std::string>{"invariant", "equivariant"});
  CHECK(about_as_near("mask", terms).empty());
  CHECK(about_as_near("mat", {"cat", "sat", "dog"}) == std::vector<std::string>{"cat", "sat"});
}

TEST_CASE("about_as_near: a word that several have in them does not tell them apart",
          "[base][suggest]") {
  CHECK(about_as_near("row", {"row4", "everyrow", "column"}) ==
        std::vector<std::string>{"row4", "everyrow"});
  CHECK(about_as_near("rows", {"row4", "everyrow"}) == std::vector<std::string>{"row4"});
}

TEST_CASE("nearest: what stands behind another word is not meant", "[base][suggest]") {
  CHECK(nearest("noteveryrow", {"everyrow", "row4"}) == "");
  CHECK(nearest("noncausal", {"causal"}) == "");
  CHECK(nearest("acausal", {"causal"}) == "causal");
  CHECK(nearest("causalish", {"causal"}) == "causal");
}
