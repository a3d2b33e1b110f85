#pragma once

#include <optional>
#include <string>

#include "cli/pretrained/model_text.hpp"
#include "pretrained/study/study.hpp"

namespace attn {

/// What changes without a head, in a sentence: weights say where it looks, not what it does. `said`
/// is what the model says with it, where that is known already.
template <class Real>
std::string removal_note(PretrainedModel<Real>& model, const ModelText& text, std::size_t place,
                         LayerHead head, std::optional<Probabilities> said = {});

}  // namespace attn
