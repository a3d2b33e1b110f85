#include "mechanisms/attention/variants.hpp"

#include "base/message.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostHeadsTried = 64;

class Variants {
 public:
  explicit Variants(const MultiHeadProblem& problem) : given_(problem) {}

  std::vector<Variant> all() {
    add_masks();
    add_scale();
    add_positions();
    add_head_counts();
    add_weights();
    return std::move(variants_);
  }

 private:
  void add(const std::string& name, std::function<void(MultiHeadProblem&)> change) {
    variants_.push_back({name, std::move(change)});
  }

  void add_masks() {
    add(given_.causal ? translated("leave out --causal") : translated("add --causal"),
        [](auto& problem) { problem.causal = !problem.causal; });
    if (given_.mask) {
      add(translated("leave out --mask"), [](auto& problem) { problem.mask.reset(); });
      add(translated("exchange 0 and 1 in the mask"),
          [](auto& problem) { problem.mask = arma::conv_to<Mask>::from(*problem.mask == 0); });
    }
  }

  void add_scale() {
    if (given_.scale.kind == Scale::Kind::off)
      add(translated("turn the scale on"),
          [](auto& problem) { problem.scale.kind = Scale::Kind::sqrt_d_k; });
    else
      add(translated("add --scale off"),
          [](auto& problem) { problem.scale.kind = Scale::Kind::off; });
  }

  void add_positions() {
    if (given_.memory) return;
    if (given_.rope)
      add(translated("leave out --rope"), [](auto& problem) { problem.rope.reset(); });
    for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
      if (given_.rope && given_.rope->pairing == pairing) continue;
      add(pairing == Pairing::interleaved ? translated("add --rope --layout interleaved")
                                          : translated("add --rope --layout half"),
          [pairing](auto& problem) {
            const double base = problem.rope ? problem.rope->base : kPositionBase;
            problem.rope = Rotary{.base = base, .pairing = pairing};
          });
    }
  }

  // Other numbers of heads that the same columns can be split into.
  void add_head_counts() {
    const HeadCounts& counts = given_.counts;
    const arma::uword width = given_.weights.W_Q.n_cols, kv_width = given_.weights.W_K.n_cols;
    for (arma::uword heads = 1; heads <= std::min(width, kMostHeadsTried); ++heads) {
      if (heads == counts.n_heads || width % heads != 0) continue;
      const arma::uword d_k = width / heads;
      if (kv_width % d_k != 0 || heads % (kv_width / d_k) != 0) continue;
      add(message("give --heads {}", heads), [heads, n_kv_heads = kv_width / d_k](auto& problem) {
        problem.counts = {heads, n_kv_heads};
      });
    }
  }

  void add_weights() {
    const MultiHeadWeights& w = given_.weights;
    if (w.W_Q.is_square() && w.W_K.is_square() && w.W_V.is_square())
      add(translated("transpose W_Q, W_K and W_V"), [](auto& problem) {
        for (arma::mat* W : {&problem.weights.W_Q, &problem.weights.W_K, &problem.weights.W_V})
          *W = W->t();
      });
    if (!w.W_O.is_empty() && w.W_O.is_square())
      add(translated("transpose W_O"),
          [](auto& problem) { problem.weights.W_O = problem.weights.W_O.t().eval(); });
    if (!w.W_O.is_empty() && w.W_O.is_square())
      add(translated("stop before W_O, at the concatenation"),
          [](auto& problem) { problem.weights.W_O.reset(); });
    if (!w.b_Q.is_empty() || !w.b_O.is_empty())
      add(translated("leave out the biases"), [](auto& problem) {
        MultiHeadWeights& weights = problem.weights;
        for (arma::rowvec* b : {&weights.b_Q, &weights.b_K, &weights.b_V, &weights.b_O}) b->reset();
      });
  }

  const MultiHeadProblem& given_;
  std::vector<Variant> variants_;
};

}  // namespace

std::vector<Variant> variants_of(const MultiHeadProblem& problem) {
  return Variants(problem).all();
}

arma::mat result_of(const MultiHeadProblem& problem) {
  const Trace trace = multi_head(problem);
  return trace.stage(trace.result).value;
}

}  // namespace attn
