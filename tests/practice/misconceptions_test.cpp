#include "practice/misconceptions.hpp"

#include <set>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("text_of_misconception: the manifest's own text comes first",
          "[practice][misconceptions]") {
  CHECK(text_of_misconception("no_scale", "Divide by 2 here.") == "Divide by 2 here.");
  CHECK(text_of_misconception("no_scale", "") == "The scores were not divided by √d_k.");
  CHECK(text_of_misconception("a_name_nobody_knows", "").empty());
}

TEST_CASE("known_misconceptions: each has a name of its own and a whole sentence",
          "[practice][misconceptions]") {
  std::set<std::string> names;
  for (const Misconception& known : known_misconceptions()) {
    CHECK(names.insert(known.name).second);
    CHECK(std::string(known.say).ends_with("."));
  }
  // The mistakes that the chapters' exercises are known for.
  for (const char* name :
       {"no_scale", "divided_by_d_k", "multiplied_by_scale", "softmax_over_columns",
        "softmax_skipped", "mask_after_softmax", "mask_reversed", "transposed_product",
        "keys_and_queries_swapped", "heads_split_wrongly", "biases_counted", "biases_left_out",
        "w_o_forgotten", "counted_per_head_again", "pair_taken_for_dimension", "supremum_taken",
        "mac_for_flop", "rounded_too_early", "printed_key"})
    CHECK(names.contains(name));
}
