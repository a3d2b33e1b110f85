#include "costs/count/pairs.hpp"

#include <algorithm>

#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;
// 1 + 2 + … + m, but no step higher than `step`: what queries 0 to m − 1 see of themselves and the
// step − 1 before.
Formula staircase(const Formula& m, std::uint64_t m_value, const Formula& step,
                  std::uint64_t step_value) {
  if (m_value == 0 || step_value == 0) return 0;
  if (m_value <= step_value) return m * (m + 1) / 2;
  return step * (step + 1) / 2 + (m - step) * step;
}

// Queries before the first key see nothing, and there are as many others as keys.
Formula causal_formula(std::uint64_t n_q, std::uint64_t n_k) {
  if (n_k < n_q) return S * (S + 1) / 2;
  return n_k == n_q ? T * (T + 1) / 2 : n_q == 1 ? T * S : T * S - T * (T - 1) / 2;
}

Formula causal_window_formula(std::uint64_t n_q, std::uint64_t n_k, std::uint64_t window) {
  if (window >= n_k) return causal_formula(n_q, n_k);
  if (n_k <= n_q) return staircase(n_k == n_q ? T : S, n_k, w, window);
  if (n_k - n_q + 1 >= window) return T * w;
  return staircase(S, n_k, w, window) - staircase(S - T, n_k - n_q, w, window);
}

// A band along the diagonal is the same seen from the keys, so only the shorter side counts.
Formula window_formula(std::uint64_t n_q, std::uint64_t n_k, std::uint64_t window) {
  if (window >= std::max(n_q, n_k)) return n_q == n_k ? T * T : T * S;
  const bool more_keys = n_k > n_q;
  const Formula& longer = n_k > n_q ? S : T;
  const Formula& shorter = n_k < n_q ? S : T;
  const std::uint64_t n_longer = more_keys ? n_k : n_q, n_shorter = more_keys ? n_q : n_k;
  if (n_longer == n_shorter) return T * (2 * w - 1) - w * (w - 1);
  return staircase(longer, n_longer, w, window) -
         staircase(longer - shorter, n_longer - n_shorter, w, window) +
         staircase(shorter - 1, n_shorter - 1, w - 1, window - 1);
}

Formula formula_of(std::uint64_t n_q, std::uint64_t n_k, bool causal,
                   std::optional<std::uint64_t> window) {
  if (window && causal) return causal_window_formula(n_q, n_k, *window);
  if (window) return window_formula(n_q, n_k, *window);
  if (causal) return causal_formula(n_q, n_k);
  return n_q == n_k ? T * T : T * S;
}

// Its symbol becomes an argument, so that the formulas of operations can name it.
Pairs named(Pairs pairs, const std::string& name, Arguments& arguments) {
  pairs.symbol = name;
  arguments.add(name, "pairs", pairs.count);
  return pairs;
}

Pairs encoder_pairs(Arguments& arguments) {
  return named(
      {.kind = Pairs::Kind::full, .symbol = {}, .formula = M * M, .count = (M * M).at(arguments)},
      "P_enc", arguments);
}

}  // namespace

Pairs pairs_of(std::uint64_t n_q, std::uint64_t n_k, bool causal,
               std::optional<std::uint64_t> window, const Arguments& arguments) {
  const Formula formula = formula_of(n_q, n_k, causal, window);
  const Pairs::Kind kind = causal ? (window ? Pairs::Kind::causal_window : Pairs::Kind::causal)
                                  : (window ? Pairs::Kind::window : Pairs::Kind::full);
  return {.kind = kind, .symbol = {}, .formula = formula, .count = formula.at(arguments)};
}

std::optional<std::uint64_t> window_of(const Stack& stack, const Pass& pass) {
  if (pass.given_pairs) return std::nullopt;
  return pass.window ? pass.window : stack.window;
}

std::uint64_t n_windowed_layers(const Stack& stack, const Pass& pass) {
  if (!window_of(stack, pass)) return 0;
  return pass.window ? stack.n_layers : stack.n_windowed_layers;
}

StackPairs pairs_of(const Stack& stack, const Pass& pass, Arguments& arguments) {
  StackPairs found;
  if (stack.is_encoder()) {
    found.plain = encoder_pairs(arguments);
    return found;
  }
  const bool causal = pass.causal.value_or(stack.causal);
  const auto window = window_of(stack, pass);
  const std::uint64_t n_windowed = n_windowed_layers(stack, pass);
  const std::string name = stack.role == Stack::Role::only ? "P" : "P_dec";
  if (pass.given_pairs) {
    const Formula symbol(name);
    found.plain = named({Pairs::Kind::mask, {}, symbol, *pass.given_pairs}, name, arguments);
  } else {
    if (window && n_windowed > 0) arguments.add("w", "window", count_of(*window));
    if (n_windowed < stack.n_layers)
      found.plain = named(pairs_of(pass.n_tokens, pass.n_keys, causal, std::nullopt, arguments),
                          name, arguments);
    if (n_windowed > 0)
      found.windowed = named(pairs_of(pass.n_tokens, pass.n_keys, causal, window, arguments),
                             found.plain ? "P_w" : name, arguments);
    if (found.plain && found.windowed)
      arguments.add("L_w", "n_windowed_layers", count_of(n_windowed));
  }
  if (stack.cross_attention)
    found.cross =
        named({Pairs::Kind::full, {}, T * M, (T * M).at(arguments)}, "P_cross", arguments);
  return found;
}

Formula pairs_in_all_layers(const Stack& stack, const StackPairs& pairs) {
  const Formula layers = layers_symbol(stack);
  const auto times = [](const Pairs& one, const Formula& n_layers) {
    return n_layers * Formula(one.symbol);
  };
  if (!pairs.windowed) return times(*pairs.plain, layers);
  if (!pairs.plain) return times(*pairs.windowed, layers);
  return times(*pairs.plain, layers - L_w) + times(*pairs.windowed, L_w);
}

}  // namespace attn
