#include "mechanisms/positions/alibi.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

using namespace attn;

TEST_CASE("alibi: a bias for each head, and the weights of equal scores", "[posenc]") {
  const Trace trace = alibi({.length = 3, .n_heads = 2});
  CHECK(difference(trace.stage("slopes").value, arma::vec{1 / 16., 1 / 256.}) == "");
  CHECK(difference(trace.stage("distance").value, {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}}) == "");
  CHECK(difference(trace.stage("bias", "head 0").value,
                   {{0, -1 / 16., -1 / 8.}, {-1 / 16., 0, -1 / 16.}, {-1 / 8., -1 / 16., 0}}) ==
        "");
  const double near = 1.0 / (1.0 + std::exp(-1 / 16.));
  CHECK(difference(trace.stage("weights", "head 0").value.row(1),
                   arma::rowvec{1.0 - near, near, 0}) == "");
}

TEST_CASE("alibi: each step back has the same share of the one before", "[posenc][property]") {
  const Trace trace = alibi({.length = 12, .n_heads = 8});
  const arma::vec slopes = alibi_slopes(8);
  for (arma::uword head = 0; head < 8; ++head) {
    const arma::mat& W = trace.stage("weights", "head " + std::to_string(head)).value;
    for (arma::uword key = 0; key < 11; ++key)
      CHECK(W(11, key) / W(11, key + 1) == Approx(std::exp(-slopes(head))).epsilon(1e-12));
  }
}

TEST_CASE("alibi: a table with every head", "[posenc]") {
  const Trace trace = alibi({.length = 2, .n_heads = 3});
  CHECK(texts_of(trace.tables[0].rows) ==
        std::vector<std::vector<std::string>>{{"head 0", "0.0625", "11.1", "−6.25"},
                                              {"head 1", "0.003906", "177.4", "−0.3906"},
                                              {"head 2", "0.25", "2.8", "−25"}});
  CHECK(trace.stage("slopes").note.find("3 is not a power of two: the first 2 heads have the "
                                        "slopes of 2 heads, the others every other one of 4.") !=
        std::string::npos);
  CHECK(alibi({.length = 1, .n_heads = 100}).tables[0].rows.size() == 16);
}

TEST_CASE("alibi: refuses sizes that do not exist or do not fit", "[posenc][error]") {
  CHECK_THROWS_MATCHES(alibi({.length = 0}), InputError,
                       Message("the length must be at least 1 position, but it is 0."));
  CHECK_THROWS_MATCHES(alibi({.length = 2, .n_heads = 0}), InputError,
                       Message("ALiBi needs at least one head, but got 0."));
  CHECK_THROWS_AS(alibi({.length = 4097, .n_heads = 1}), InputError);
}
