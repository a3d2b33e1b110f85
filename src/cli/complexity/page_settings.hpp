#pragma once

#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "render/page/costs_page.hpp"

namespace attn {

/// What the reader of a page can change of a model and its pass, and what follows from that just as
/// it would if the flags were typed: heads that fill the model stay d / h wide, an MLP of four
/// times the width stays so, keys are as many as tokens where nobody says otherwise.
PageSettings page_settings(const ModelFlags& model_flags, const PassFlags& pass_flags,
                           const Costs& costs);

/// Words that were typed, without some flags and their values.
std::vector<std::string> words_beside(const std::vector<std::string>& words,
                                      const std::vector<std::string>& flags);

}  // namespace attn
