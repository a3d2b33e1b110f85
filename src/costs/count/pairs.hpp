#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// Pairs of a query and a key it may attend to, in one head of one layer.
struct Pairs {
  enum class Kind { full, causal, window, causal_window, mask } kind = Kind::full;
  std::string symbol;  ///< "P"; "P_w" in layers with a window, "P_enc", "P_cross"
  Formula formula;     ///< of T, S, M and w; the symbol itself where a mask was counted
  Count count;
  Formula general = 0;  ///< the formula with its cases, as it is at all arguments
};
inline constexpr Named<Pairs::Kind> kPairKinds[] = {{Pairs::Kind::full, "full"},
                                                    {Pairs::Kind::causal, "causal"},
                                                    {Pairs::Kind::window, "window"},
                                                    {Pairs::Kind::causal_window, "causal window"},
                                                    {Pairs::Kind::mask, "mask"}};

/// Every query with every key.
///
///     T S; T^2 for S = T
Formula pairs_of_all();

/// The pairs of T queries and S keys, the last query aligned with the last key.
///
///     full  T S   causal  T (T + 1) / 2 for S = T, else T S − T (T − 1) / 2
///     window  fewer than w places away, on both sides, or with causal itself and w − 1 before
///
/// `arguments` must hold T, S and, with a window, w.
///
/// Units:   cells of the mask, exactly as many as causal_mask and window_mask open
Pairs pairs_of(bool causal, bool has_window, const Arguments& arguments);

/// The window of a stack's windowed layers in a pass, and how many layers have it: what the pass
/// says holds for all layers, and a mask given leaves no window.
std::optional<std::uint64_t> window_of(const Stack& stack, const Pass& pass);
std::uint64_t n_windowed_layers(const Stack& stack, const Pass& pass);

/// The pairs of one stack: in its layers without a window, in those with one, and across to the
/// encoder. Those of no layer are absent.
struct StackPairs {
  std::optional<Pairs> plain, windowed, cross;
};

/// Counts the pairs of a stack in a pass; adds w, L_w and each P to `arguments`.
StackPairs pairs_of(const Stack& stack, const Pass& pass, Arguments& arguments);

/// The sum over the layers of a stack of the pairs in each: L P, or (L − L_w) P + L_w P_w.
Formula pairs_in_all_layers(const Stack& stack, const StackPairs& pairs);

}  // namespace attn
