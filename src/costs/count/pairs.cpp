#include "costs/count/pairs.hpp"

#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;

// 1 + 2 + … + m, but no step higher than `step`: what queries 0 to m − 1 see of themselves and the
// step − 1 before.
Formula staircase(const Formula& m, const Formula& step) {
  const Formula whole = m * (m + 1) / 2, cut = step * (step + 1) / 2 + (m - step) * step;
  return if_at_most(m, 0, 0, if_at_most(step, 0, 0, if_at_most(m, step, whole, cut)));
}

// Queries before the first key see nothing, and there are as many others as keys.
Formula causal_pairs() {
  const Formula fewer_queries = if_at_most(T, 1, T * S, T * S - T * (T - 1) / 2);
  const Formula at_most_as_many = if_at_most(S, T, T * (T + 1) / 2, fewer_queries);
  return if_at_most(S + 1, T, S * (S + 1) / 2, at_most_as_many);
}

Formula causal_window_pairs() {
  const Formula few_keys = if_at_most(T, S, staircase(T, w), staircase(S, w));
  const Formula many_keys = if_at_most(w, S - T + 1, T * w, staircase(S, w) - staircase(S - T, w));
  return if_at_most(S, w, causal_pairs(), if_at_most(S, T, few_keys, many_keys));
}

// A band along the diagonal is the same seen from the keys, so only the shorter side counts.
Formula band(const Formula& longer, const Formula& shorter) {
  return staircase(longer, w) - staircase(longer - shorter, w) + staircase(shorter - 1, w - 1);
}

Formula window_pairs() {
  const Formula square = T * (2 * w - 1) - w * (w - 1);
  const Formula narrow = if_equal(T, S, square, if_at_most(T, S, band(S, T), band(T, S)));
  return if_at_most(T, w, if_at_most(S, w, pairs_of_all(), narrow), narrow);
}

Formula general_pairs(bool causal, bool has_window) {
  if (has_window) return causal ? causal_window_pairs() : window_pairs();
  return causal ? causal_pairs() : pairs_of_all();
}

Pairs counted(Pairs::Kind kind, const Formula& general, const Arguments& arguments) {
  const Formula formula = general.resolved(arguments);
  return {.kind = kind,
          .symbol = {},
          .formula = formula,
          .count = formula.at(arguments),
          .general = general};
}

// Its symbol becomes an argument, so that the formulas of operations can name it.
Pairs named(Pairs pairs, const std::string& name, Arguments& arguments) {
  pairs.symbol = name;
  arguments.add(name, "pairs", pairs.count);
  return pairs;
}

Pairs encoder_pairs(Arguments& arguments) {
  return named(counted(Pairs::Kind::full, M * M, arguments), "P_enc", arguments);
}

}  // namespace

Formula pairs_of_all() { return if_equal(T, S, T * T, T * S); }

Pairs pairs_of(bool causal, bool has_window, const Arguments& arguments) {
  const Pairs::Kind kind = causal ? (has_window ? Pairs::Kind::causal_window : Pairs::Kind::causal)
                                  : (has_window ? Pairs::Kind::window : Pairs::Kind::full);
  return counted(kind, general_pairs(causal, has_window), arguments);
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
    found.plain =
        named({Pairs::Kind::mask, {}, symbol, *pass.given_pairs, symbol}, name, arguments);
  } else {
    if (window && n_windowed > 0) arguments.add("w", "window", count_of(*window));
    if (n_windowed < stack.n_layers)
      found.plain = named(pairs_of(causal, false, arguments), name, arguments);
    if (n_windowed > 0)
      found.windowed =
          named(pairs_of(causal, true, arguments), found.plain ? "P_w" : name, arguments);
    if (found.plain && found.windowed)
      arguments.add("L_w", "n_windowed_layers", count_of(n_windowed));
  }
  if (stack.cross_attention)
    found.cross = named(counted(Pairs::Kind::full, T * M, arguments), "P_cross", arguments);
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
