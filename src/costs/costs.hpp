#pragma once

#include <vector>

#include "costs/count/pairs.hpp"
#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// What a pass through a model costs, every number with its formula.
struct Costs {
  Model model;
  Pass pass;
  Arguments arguments;  ///< what the symbols of all formulas stand for
  std::vector<Pairs> pairs;
  std::vector<Quantity> parameters;   ///< by part
  Count n_active_parameters;          ///< those that one token goes through; fewer with experts
  Formula active_parameters = 0;      ///< gives that number
  Formula read_parameters = 0;        ///< N_r: those that a step of decoding reads
  std::vector<Quantity> macs;         ///< by term: the matrix products; in training, backward too
  std::vector<Quantity> elementwise;  ///< FLOP besides the products, forward
  Count full_square_macs;             ///< the sum of `macs` if every query attended to every key
  std::vector<Quantity> memory;       ///< bytes
  std::vector<std::string> warnings;  ///< where the pass does not fit the model
};

/// Counts everything.
/// Errors: InputError if the model is not consistent (require_consistent).
Costs costs_of(const Model& model, const Pass& pass);

/// Terms counted in MAC as FLOP: each MAC is a multiplication and an addition.
std::vector<Quantity> flops_of(std::vector<Quantity> macs);

/// The quantity of that id, or nullptr.
const Quantity* find(const std::vector<Quantity>& quantities, const std::string& id);

}  // namespace attn
