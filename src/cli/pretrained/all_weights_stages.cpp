#include "base/message.hpp"
#include "cli/pretrained/model_views.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "pretrained/study/study.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 22;  // 32 MiB of doubles

void require_fit(std::uint64_t n_heads, std::uint64_t n) {
  if (n_heads * n * n <= kMostNumbers) return;
  throw InputError(message(
      "the weights of {} heads over {} tokens are more than {} numbers, too many for a page "
      "or a figure. Give a shorter text (--truncate N), or one layer: --layer L.",
      n_heads, n, kMostNumbers));
}

Stage head_stage(const Axis& query, const Axis& key, std::size_t layer, std::size_t head) {
  Stage stage = weights_stage(query, key, {});
  stage.group = fmt::format("head {}.{}", layer, head);
  stage.formula = message("A, layer {}, head {}", layer, head);
  stage.rule = Shares{};
  return stage;
}

}  // namespace

template <class Real>
void add_all_weights(Trace& trace, PretrainedModel<Real>& model, const ModelText& text) {
  const std::size_t n = text.n_tokens(), n_heads = model.n_heads();
  require_fit(model.n_layers() * n_heads, n);
  const Axis query{"query", text.labels}, key{"key", text.labels};
  const bool is_causal = text.folder.architecture.is_causal();
  const BlockedCells future =
      is_causal ? blocked_cells(MaskPattern{.causal = true}, n, n) : BlockedCells{};
  for_all_weights<Real>(model, text.input, std::nullopt,
                        [&](std::size_t layer, Rows<const Real> weights) {
                          for (std::size_t head = 0; head < n_heads; ++head) {
                            arma::mat value(n, n);
                            for (std::size_t i = 0; i < n; ++i)
                              for (std::size_t j = 0; j < n; ++j)
                                value(i, j) = static_cast<double>(weights.row(head * n + i)[j]);
                            Stage stage = head_stage(query, key, layer, head);
                            stage.blocked = future;
                            record(trace, std::move(stage), std::move(value));
                          }
                        });
}

template void add_all_weights(Trace&, PretrainedModel<float>&, const ModelText&);
template void add_all_weights(Trace&, PretrainedModel<double>&, const ModelText&);

}  // namespace attn
