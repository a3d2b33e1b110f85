#include "tokenizer/steps/post_processor.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("post_processor: pieces in order, with their types", "[tokenizer][post_processor]") {
  using Kind = TemplatePiece::Kind;
  const std::vector<TemplatePiece> pieces{{.kind = Kind::special, .type = 0, .ids = {7, 8}},
                                          {.kind = Kind::first, .type = 0, .ids = {}},
                                          {.kind = Kind::second, .type = 1, .ids = {}}};
  const std::vector<EncodedToken> tokens =
      post_processed(pieces, {{.id = 1, .begin = 0, .end = 2}}, {{.id = 2, .begin = 3, .end = 4}});
  CHECK(tokens ==
        std::vector<EncodedToken>{{.id = 7, .is_special = true},
                                  {.id = 8, .is_special = true},
                                  {.id = 1, .begin = 0, .end = 2},
                                  {.id = 2, .begin = 3, .end = 4, .type = 1, .is_second = true}});
}
