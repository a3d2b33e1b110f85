#include "mechanisms/positions/position_stages.hpp"

#include <utility>

#include "base/message.hpp"
#include "core/positions.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("position_axis: positions are a scale, labelled by number or by token", "[posenc]") {
  CHECK(position_axis(3, {}).labels == Labels{"0", "1", "2"});
  CHECK(position_axis(2, {"The", "cat"}).labels == Labels{"The", "cat"});
  CHECK(position_axis(3, {}).is_scale);
  CHECK_FALSE(dimension_axis(3).is_scale);
}

TEST_CASE("pair_axis: half as many as dimensions, rounded up", "[posenc]") {
  CHECK(pair_axis(4).labels == Labels{"0", "1"});
  CHECK(pair_axis(5).labels == Labels{"0", "1", "2"});
}

TEST_CASE("distance_axis: negative before the position", "[posenc]") {
  CHECK(distance_axis(4, 2).labels == Labels{"-2", "-1", "0", "1"});
}

TEST_CASE("sinusoidal_stage: an odd width is explained", "[posenc]") {
  const Axis position = position_axis(2, {});
  CHECK(sinusoidal_stage(position, 5, 10000)
            .note.find("The last dimension, 4, is a sine without its cosine, because 5 is odd.") !=
        std::string::npos);
  CHECK(sinusoidal_stage(position, 4, 10000).note.find("odd") == std::string::npos);
  CHECK(sinusoidal_stage(position, 4, 500).formula ==
        "PE(p, 2i) = sin(p / 500^(2i/4)), PE(p, 2i+1) = cos(p / 500^(2i/4))");
}

TEST_CASE("learned_encoding_stage: says how many numbers are trained and where they end",
          "[posenc]") {
  CHECK(learned_encoding_stage(position_axis(2, {}), 512, 768)
            .note.find(
                "The first rows of a table of 512 x 768 = 393216 trained numbers. It ends after "
                "position 511;") == 0);
}

TEST_CASE("require_cells_fit: up to 2^24 cells", "[posenc][error]") {
  CHECK_NOTHROW(require_cells_fit("rows x columns", 4096, 4096));
  CHECK_NOTHROW(require_cells_fit("rows x columns", 100'000, 0));
  CHECK_THROWS_MATCHES(require_cells_fit("rows x columns", 4097, 4096), InputError,
                       Message("4097 x 4096 (rows x columns) are more cells than fit: the limit is "
                               "16777216. Use a shorter sequence or fewer dimensions."));
}

TEST_CASE("require_length: at least one position", "[posenc][error]") {
  CHECK_NOTHROW(require_length(1));
  CHECK_THROWS_MATCHES(require_length(0), InputError,
                       Message("the length must be at least 1 position, but it is 0."));
}

TEST_CASE("similarity_stage: says how long the rows of its encoding are", "[posenc]") {
  Stage learned{.id = "encoding", .value = {{3, 4}, {0, 2}}};
  CHECK(similarity_stage(learned, 0).detail ==
        "The rows here are 2–5 long, and long rows have larger dot products. Divided by both "
        "lengths it is the cosine of the angle between the two, the stage \"cosine\".");
  CHECK(cosine_stage(learned, 0).detail ==
        "The rows here are 2–5 long. The cosine divides by both lengths, so that the direction "
        "alone counts.");
  learned.value = {{3, 4}, {5, 0}};
  CHECK(cosine_stage(learned, 0).detail.starts_with("The rows here are 5 long."));
}

TEST_CASE("cosine_stage: only rows of whole pairs by the formula have length √(d/2)", "[posenc]") {
  const auto stages_of = [](arma::uword d_model) {
    Stage encoding = sinusoidal_stage(position_axis(3, {}), d_model, 10000);
    encoding.value = sinusoidal_encoding(first_positions(3), d_model);
    return std::pair(similarity_stage(encoding, 0), cosine_stage(encoding, 0));
  };
  const auto [product, cosine] = stages_of(4);
  CHECK(product.detail.starts_with("Where d is even every row has length √(d/2), so that"));
  CHECK(cosine.detail ==
        "Where d is even every row has length √(d/2), so this is the stage \"similarity\" divided "
        "by d/2.");
  const auto [odd_product, odd_cosine] = stages_of(3);
  CHECK(odd_product.detail.starts_with("The rows here are 1 long"));  // not √1.5: a sine lacks its
                                                                      // cosine
  CHECK(odd_cosine.detail.starts_with("The rows here are"));
}
