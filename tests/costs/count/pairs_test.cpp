#include "costs/count/pairs.hpp"

#include "core/mask.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

Arguments sizes(std::uint64_t n_q, std::uint64_t n_k, std::uint64_t window = 1) {
  Arguments arguments;
  arguments.add("T", "tokens", count_of(n_q));
  arguments.add("S", "keys", count_of(n_k));
  arguments.add("M", "encoder tokens", 7);
  arguments.add("w", "window", count_of(window));
  return arguments;
}

// The same number counted cell by cell in the mask that attention uses.
Count open_cells(std::uint64_t n_q, std::uint64_t n_k, bool causal,
                 std::optional<std::uint64_t> window) {
  MaskPattern pattern;
  pattern.causal = causal;
  if (window) pattern.window = *window;
  const BlockedCells blocked = blocked_cells(pattern, n_q, n_k);
  if (blocked.is_empty()) return count_of(n_q * n_k);
  return count_of(arma::accu(blocked == 0));
}

}  // namespace

TEST_CASE("pairs_of: as many as the mask has open cells, for every size", "[costs][pairs]") {
  for (std::uint64_t n_q = 1; n_q <= 9; ++n_q)
    for (std::uint64_t n_k = 1; n_k <= 9; ++n_k)
      for (const bool causal : {false, true})
        for (std::uint64_t window = 0; window <= 10; ++window) {
          const auto given = window == 0 ? std::nullopt : std::optional(window);
          CAPTURE(n_q, n_k, causal, window);
          const Pairs pairs = pairs_of(causal, given.has_value(), sizes(n_q, n_k, window));
          CHECK(pairs.count == open_cells(n_q, n_k, causal, given));
        }
}

TEST_CASE("pairs_of: the formulas of the textbook", "[costs][pairs]") {
  const auto text = [](std::uint64_t n_q, std::uint64_t n_k, bool causal,
                       std::optional<std::uint64_t> window) {
    return pairs_of(causal, window.has_value(), sizes(n_q, n_k, window.value_or(1))).formula.text();
  };
  CHECK(text(8, 8, false, {}) == "T^2");
  CHECK(text(8, 12, false, {}) == "T S");
  CHECK(text(8, 8, true, {}) == "T (T + 1) / 2");
  CHECK(text(8, 12, true, {}) == "T S − T (T − 1) / 2");
  CHECK(text(1, 12, true, {}) == "T S");
  CHECK(text(8, 8, true, 3) == "w (w + 1) / 2 + (T − w) w");
  CHECK(text(8, 8, false, 3) == "T (2 w − 1) − w (w − 1)");
  CHECK(text(2, 12, true, 3) == "T w");
}

TEST_CASE("pairs_of: a window as long as the text changes nothing, one shorter does",
          "[costs][pairs]") {
  const auto at = [](std::uint64_t n, bool causal) {
    return pairs_of(causal, true, sizes(n, n, 16)).formula.text();
  };
  CHECK(at(15, true) == "T (T + 1) / 2");
  CHECK(at(16, true) == "T (T + 1) / 2");
  CHECK(at(17, true) == "w (w + 1) / 2 + (T − w) w");
  CHECK(at(16, false) == "T^2");
  CHECK(at(17, false) == "T (2 w − 1) − w (w − 1)");
}

TEST_CASE("pairs_of: the formula with cases holds at every size", "[costs][pairs]") {
  for (const bool causal : {false, true})
    for (const bool has_window : {false, true}) {
      const Formula general = pairs_of(causal, has_window, sizes(8, 8, 3)).general;
      for (std::uint64_t n_q = 1; n_q <= 9; ++n_q)
        for (std::uint64_t n_k = 1; n_k <= 9; ++n_k)
          for (std::uint64_t window = 1; window <= 10; ++window) {
            CAPTURE(n_q, n_k, causal, window);
            const Arguments at = sizes(n_q, n_k, window);
            const Pairs pairs = pairs_of(causal, has_window, at);
            CHECK(general.at(at) == pairs.count);
            CHECK(general.resolved(at).text() == pairs.formula.text());
          }
    }
}

TEST_CASE("all_pairs: a square is written as one", "[costs][pairs]") {
  CHECK(pairs_of_all().resolved(sizes(8, 8)).text() == "T^2");
  CHECK(pairs_of_all().resolved(sizes(8, 9)).text() == "T S");
}

TEST_CASE("pairs_of: lengths beyond 32 bits", "[costs][pairs]") {
  const std::uint64_t n = 1'000'000'000'000;
  CHECK(pairs_of(true, false, sizes(n, n)).count == Count("500000000000500000000000"));
}

TEST_CASE("pairs_of: a stack with windows in some of its layers", "[costs][pairs]") {
  Stack stack{.n_layers = 5, .causal = true, .window = 4, .n_windowed_layers = 2};
  Arguments arguments = sizes(10, 10, 4);
  arguments.add("L", "n_layers", 5);
  const StackPairs pairs = pairs_of(stack, prefill_of(10), arguments);
  CHECK(pairs.plain->count == 55);
  CHECK(pairs.windowed->count == 34);
  CHECK(pairs.windowed->kind == Pairs::Kind::causal_window);
  CHECK_FALSE(pairs.cross);
  const Formula all = pairs_in_all_layers(stack, pairs);
  CHECK(all.text() == "(L − L_w) P + L_w P_w");
  CHECK(all.at(arguments) == 3 * 55 + 2 * 34);
}

TEST_CASE("pairs_of: what a pass says counts more than what the stack says", "[costs][pairs]") {
  const Stack stack{.n_layers = 5, .causal = true, .window = 4, .n_windowed_layers = 2};
  const auto count = [&stack](const Pass& pass) {
    Arguments arguments = sizes(pass.n_tokens, pass.n_keys, pass.window.value_or(4));
    arguments.add("L", "n_layers", 5);
    const StackPairs pairs = pairs_of(stack, pass, arguments);
    return pairs_in_all_layers(stack, pairs).at(arguments);
  };
  Pass full = prefill_of(10), window = prefill_of(10), mask = prefill_of(10);
  full.causal = false;
  CHECK(count(full) == 3 * 100 + 2 * 58);
  window.window = 2;
  CHECK(count(window) == 5 * 19);
  mask.given_pairs = 37;
  CHECK(count(mask) == 5 * 37);
}

TEST_CASE("pairs_of: encoder, decoder and what is between them", "[costs][pairs]") {
  const Model model = encoder_decoder_model();
  Arguments arguments = sizes(5, 5);
  const Pass pass = prefill_of(5, 7);
  const StackPairs encoder = pairs_of(model.stacks[0], pass, arguments);
  const StackPairs decoder = pairs_of(model.stacks[1], pass, arguments);
  CHECK(encoder.plain->count == 49);
  CHECK(encoder.plain->symbol == "P_enc");
  CHECK(decoder.plain->count == 15);
  CHECK(decoder.cross->count == 35);
  CHECK(arguments["P_dec"] == 15);
}

TEST_CASE("name_in: every kind of pairs has a word of its own", "[costs][pairs]") {
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::full)) == "full");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::causal)) == "causal");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::window)) == "window");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::causal_window)) == "causal window");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::mask)) == "mask");
}
