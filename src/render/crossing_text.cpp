#include "render/crossing_text.hpp"

#include "core/count_text.hpp"
#include "core/message.hpp"
#include "costs/crossover.hpp"
#include "render/wrap.hpp"

namespace attn {
namespace {

// The larger of two things with its verb, "the KV cache takes": it goes on "more than the weights".
std::string subject(const std::string& id) {
  if (id == "pair_flops") return translated("Q Kᵀ and W V cost");
  if (id == "kv_cache_bytes") return translated("the KV cache takes");
  return translated("the scores of one layer take");
}

std::string object(const std::string& id) {
  if (id == "other_flops") return translated("all the rest");
  if (id == "projection_flops") return translated("the projections");
  return translated("the weights");
}

std::string everywhere(const SweepCrossing& crossing, const std::string& parameter) {
  const std::string from = count_text(crossing.looked_from), to = count_text(crossing.looked_to);
  const std::string left = subject(crossing.left), right = object(crossing.right);
  return crossing.is_larger_after
             ? message("For {} = {} to {}, {} more than {}.", parameter, from, to, left, right)
             : message("For {} = {} to {}, {} no more than {}.", parameter, from, to, left, right);
}

std::string main_sentence(const SweepCrossing& crossing, const std::string& parameter) {
  if (!crossing.first_after) return everywhere(crossing, parameter);
  const std::string left = subject(crossing.left), right = object(crossing.right);
  const std::string from = count_text(*crossing.first_after);
  if (!crossing.is_exact())
    return crossing.is_larger_after
               ? message("From a {} between {} and {} on, {} more than {}.", parameter,
                         count_text(*crossing.last_before), from, left, right)
               : message("Up to a {} between {} and {}, {} more than {}.", parameter,
                         count_text(*crossing.last_before), from, left, right);
  return crossing.is_larger_after
             ? message("From {} = {} on, {} more than {}.", parameter, from, left, right)
             : message("From {} = {} on, {} no more than {}.", parameter, from, left, right);
}

// "1.5 d_model", "4 d_model − 1" where that is exact in few digits; "" where it is not. A causal
// mask has T (T + 1) / 2 pairs, so its crossings lie one before a multiple.
std::string exact_multiple(std::uint64_t tokens, std::uint64_t d_model) {
  constexpr std::uint64_t kThousandths = 1000;
  if ((tokens + 1) % d_model == 0) return count_text((tokens + 1) / d_model) + " d_model − 1";
  if (tokens * kThousandths % d_model != 0) return "";
  mpq_class ratio(count_of(tokens), count_of(d_model));
  ratio.canonicalize();
  return fraction_text(ratio) + " d_model";
}

// The chapter's rule counts tokens in widths: 1.5 d or 2 d.
std::string multiple_sentence(std::uint64_t tokens, std::uint64_t d_model, bool is_equal) {
  const std::string exact = exact_multiple(tokens, d_model);
  if (is_equal && !exact.empty())
    return message("At {} = {} both cost the same.", count_text(tokens), unbroken(exact));
  if (!exact.empty()) return message("That is {}.", unbroken(exact));
  const double ratio = static_cast<double>(tokens) / static_cast<double>(d_model);
  return message("That is about {:.3g} d_model.", ratio);
}

void add_multiple(std::string& text, const SweepCrossing& crossing, const Sweep& sweep) {
  const std::uint64_t d_model = sweep.points.back().costs.model.d_model;
  if (sweep.range.parameter != "tokens" || crossing.left != "pair_flops" || d_model == 0) return;
  const std::uint64_t tokens =
      crossing.is_equal_before ? *crossing.last_before : *crossing.first_after;
  add_sentence(text, multiple_sentence(tokens, d_model, crossing.is_equal_before));
}

}  // namespace

bool is_inside(const SweepCrossing& crossing, const SweepRange& range) {
  return crossing.first_after && *crossing.first_after <= range.to &&
         *crossing.last_before >= range.from;
}

std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep) {
  std::string text = main_sentence(crossing, sweep.range.parameter);
  if (!crossing.is_exact()) return text;
  add_multiple(text, crossing, sweep);
  if (*crossing.first_after > sweep.range.to)
    add_sentence(text, translated("That is beyond the sweep."));
  else if (*crossing.last_before < sweep.range.from)
    add_sentence(text, translated("That is before the sweep."));
  return text;
}

}  // namespace attn
