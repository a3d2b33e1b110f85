// One pass as other tools and papers count it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"

namespace attn {

/// A quantity that counting conventions are made of, under a symbol of its own.
struct ConventionTerm {
  std::string symbol;   ///< "C_W"
  std::string meaning;  ///< translated
  Formula formula;      ///< gives `value`
  Count value;
};

/// What one forward pass contains that some conventions count and others leave out; what is zero is
/// absent, except the first three.
///
///     C_W       MAC of products with weights
///     C_A, C_F  MAC of Q Kᵀ and A V: allowed pairs, all pairs
///     C_P, N_P  the projections of attention: their part of C_W, and their parameters
///     n_norm, n_bias, n_soft, n_act, n_sc  values that a LayerNorm, a bias, a softmax,
///               SiLU or ReLU, and the scale of queries change
///     N_0       Kaplan's parameters
///     N_act     parameters that one token goes through, where there are experts
///
/// `forward` are the costs of a pass that is not training. The values are those of the whole batch.
std::vector<ConventionTerm> convention_terms(const Costs& forward);

/// One way to count the operations of a pass, as a paper or a program does it.
struct Convention {
  enum class Source { rule, paper, tool };

  std::string id;     ///< "fvcore_fused": what JSON and --plain call it
  std::string label;  ///< the same for people
  Source source = Source::rule;
  bool is_mac = false;             ///< it counts MAC, not FLOP
  std::optional<Formula> formula;  ///< gives `count`; absent where it does not apply
  Count count;
  std::string why;  ///< what it counts, or why it does not apply; translated
};
inline constexpr Named<Convention::Source> kConventionSources[] = {
    {Convention::Source::rule, "rule"},
    {Convention::Source::paper, "paper"},
    {Convention::Source::tool, "tool"}};

/// The same pass in every convention.
struct Conventions {
  Arguments arguments;                      ///< of the costs, and the symbols of `definitions`
  std::vector<ConventionTerm> definitions;  ///< what the formulas of `rows` are made of
  std::vector<Convention> rows;  ///< the first is the one of the costs: pairs counted exactly
};

/// What each convention reports for the pass of these costs. In training a convention counts the
/// backward pass as its source does; tools that see one forward pass report only that.
///
///     attn  2 (C_W + C_A)    full square  2 (C_W + C_F)    half square  2 C_W + C_F
///     Kaplan  (2 N_0 + 2 L h d_h S) T    PaLM  (2 (N − c d) + 4 L h d_h S) T
///     Chinchilla  2 (C_W + C_F) + 2 T V d + 3 n_soft
///
/// Source:  Kaplan et al. 2020, arXiv:2001.08361, §2.1; Chowdhery et al. 2022, arXiv:2204.02311,
///          appendix B; Hoffmann et al. 2022, arXiv:2203.15556, appendix F
Conventions conventions_of(const Costs& costs);

/// The count in FLOP as a multiple of that of the first row; 0 where it does not apply.
double times_first(const Convention& convention, const Conventions& conventions);

}  // namespace attn
