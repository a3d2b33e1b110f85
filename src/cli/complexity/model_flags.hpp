#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/head_sizes.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The hyper-parameters of a model as typed: one that has a name, a folder, a file, or numbers by
/// hand. Given together, the numbers change the named model.
struct ModelFlags : HeadFlags {
  Flag model{"--model"}, config{"--config"};
  Flag d_model{"--d-model"}, layers{"--layers"}, d_ff{"--d-ff"}, vocab{"--vocab"}, norm{"--norm"},
      positions{"--positions"};
  Flag gated{"--gated"}, tied{"--tied"}, untied{"--untied"}, bias{"--bias"}, no_bias{"--no-bias"};

  void add_to(FlagTable& table);
};

/// The model that the flags name or describe.
/// Errors: InputError naming the flag, or the key of the file.
Model read_model(const ModelFlags& flags);

/// The tensors in the files of that model, where it is a folder that has some and no flag changes
/// it. Why nothing is compared, though there are files, becomes a note of the model.
/// Errors: InputError naming the file, or the tensor.
std::optional<StoredTensors> read_stored_tensors(const ModelFlags& flags, Model& model);

/// Refuses a flag that describes no model by itself where nothing else does.
/// Errors: InputError naming the flag.
void require_model_for(const std::string& flag, const ModelFlags& flags);

/// What a flag says of positions, "rotary" or "learned:1024", to their kind and the rows of their
/// table.
/// Errors: InputError naming the flag.
void read_positions(const Flag& flag, Model& model);

}  // namespace attn
