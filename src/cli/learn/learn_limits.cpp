#include "cli/learn/learn_limits.hpp"

#include <algorithm>
#include <cstdint>

#include "base/message.hpp"
#include "learning/tasks/tasks.hpp"

namespace attn {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kMostGiB = 4.0;

}  // namespace

double learning_bytes(const LearnSettings& settings) {
  const auto real = [](auto n) { return static_cast<double>(n); };
  const double n = real(settings.n_tokens), d = real(settings.d_model),
               V = real(settings.n_vocabulary), layers = real(settings.n_layers),
               h = real(settings.n_heads);
  // The untrained model is judged beside the one that learned.
  const std::uint64_t n_judged = most_judged_at_once(settings.task);
  const double rows = n * real(std::max(settings.n_in_batch, n_judged) + n_judged);
  const double parameters = layers * 12.0 * d * d + 2.0 * V * d;
  const double logits = settings.task == TaskKind::classify ? 0.0 : 2.0 * V;
  const double samples = real(settings.n_training) * n;
  constexpr double kBytes = 4.0;
  return kBytes *
         (rows * (layers * (24.0 * d + 2.0 * h * n) + logits) + 4.0 * parameters + samples);
}

void require_room_for(const LearnSettings& settings) {
  const double gib = learning_bytes(settings) / kGiB;
  if (gib <= kMostGiB) return;
  throw InputError(
      message("This would take about {:.1f} GiB of memory, and at most {:.0f} GiB are allowed: "
              "{} sequences of {} tokens, d_model {}, {} heads, {} layers, vocabulary {}. Give a "
              "smaller --tokens, --d-model or --batch.",
              gib, kMostGiB,
              std::max<std::uint64_t>(settings.n_in_batch, most_judged_at_once(settings.task)),
              settings.n_tokens, settings.d_model, settings.n_heads, settings.n_layers,
              settings.n_vocabulary));
}

}  // namespace attn
