#include "cli/pretrained/removal_note.hpp"

#include <utility>

#include "pretrained/report/report.hpp"

namespace attn {

template <class Real>
std::string removal_note(PretrainedModel<Real>& model, const ModelText& text, std::size_t place,
                         LayerHead head, std::optional<Probabilities> said) {
  if (!model.has_head())
    return state_change_sentence(text.labels, place, state_change(model, text.input, place, {head}),
                                 head);
  return removal_sentence(text.folder.tokenizer,
                          brief_removal(model, text.input, place, {head}, std::move(said)), head);
}

template std::string removal_note(PretrainedModel<float>&, const ModelText&, std::size_t, LayerHead,
                                  std::optional<Probabilities>);
template std::string removal_note(PretrainedModel<double>&, const ModelText&, std::size_t,
                                  LayerHead, std::optional<Probabilities>);

}  // namespace attn
