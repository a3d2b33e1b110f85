#include "cli/flags/padding_words.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("padding_among: in every width and case of letters", "[cli][padding_words]") {
  CHECK(padding_among({"<pad>", "cat", "<PAD>", "[PAD]", "＜ｐａｄ＞", "[pad]"}) ==
        std::vector<arma::uword>{0, 2, 3, 4, 5});
  CHECK(padding_among({"pad", "<pad", "(pad)", "<pad>s", ""}).empty());
  CHECK(padding_among({}).empty());
}
