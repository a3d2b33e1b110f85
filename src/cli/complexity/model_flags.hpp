#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The hyper-parameters of a model as typed: one that has a name, a file, or numbers by hand. Given
/// together, the numbers change the named model.
struct ModelFlags {
  std::string model, config;
  std::string d_model, heads, kv_heads, d_head, layers, d_ff, vocab, norm, positions;
  bool gated = false, tied = false, untied = false, bias = false, no_bias = false;

  void add_model_flags(CLI::App& app);

  /// The first flag of these that was given; "" for none.
  std::string first_given() const;

  /// The same among those that describe a model by hand.
  std::string first_by_hand() const;
};

/// The model that the flags name or describe.
/// Errors: InputError naming the flag, or the key of the file.
Model read_model(const ModelFlags& flags);

/// Refuses a flag that describes no model by itself where nothing else does.
/// Errors: InputError naming the flag.
void require_model_for(const std::string& flag, const ModelFlags& flags);

/// What --positions says, "rotary" or "learned:1024", to its kind and the rows of its table.
/// Errors: InputError naming --positions.
void read_positions(const std::string& text, Model& model);

}  // namespace attn
