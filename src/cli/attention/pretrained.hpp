#pragma once

#include "cli/attention/expect.hpp"
#include "cli/attention/pretrained_parts.hpp"
#include "cli/present/present.hpp"

namespace attn {

/// What a command reads of a model and its text, and all of its flags.
struct ModelCommand {
  const ModelSourceFlags& source;
  const std::vector<std::string>& words;
  const Flag &layer, &head, &pad;
  const ResultAloneFlags& run;
  const ViewFlags& view;
  const FlagTable& table;
};

/// Shows what `attn mha --model` is asked of a model. Returns the exit code.
/// Errors:  InputError, also for a flag that would do nothing; SurroundingsError
int show_model(const ModelCommand& command, const PretrainedFlags& flags, const Flag& heads_table,
               const CompareFlags& comparison);

/// Shows one head of a model, as `attn attend --model`.
/// Errors:  the same
int show_model_head(const ModelCommand& command);

}  // namespace attn
