#pragma once

#include <vector>

#include "costs/count/pairs.hpp"
#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// Whether the layers of a stack are computed in a pass.
bool runs(const Stack& stack, const Pass& pass);

/// How many tokens go through the layers of a stack: T, or M through an encoder beside a decoder.
Formula tokens_of(const Stack& stack);

/// The factor for the batch: B, or 1 where there is one sequence; of a pass, and of any.
Formula sequences_of(const Pass& pass);
Formula sequences();

/// The numbers that go through the norms of a stack: in each layer n_norms d, and (h + h_kv) d_h
/// where queries and keys have norms; after the last layer d more.
Formula normalised_values(const Stack& stack, const Model& model);

/// Multiply-accumulates of a pass in matrix products, term by term; `pairs` has one entry a stack.
///
///     projections  T d (h + 2 h_kv) d_h and T h d_h d   scores  h d_h P   weighted sum  h d_h P
///
/// P is the number of pairs of a query and a key that it may attend to. In training each term has
/// its backward pass too, which costs twice the forward pass.
///
/// Units:   MAC; one MAC is two FLOP
std::vector<Quantity> macs_of(const Model& model, const Pass& pass,
                              const std::vector<StackPairs>& pairs, const Arguments& arguments);

/// What is done besides the matrix products in the forward pass: scale P h, softmax 5 P h (maximum,
/// difference, exponential, sum, quotient), biases, norms.
///
/// Units:   FLOP, one for each operation on a number
std::vector<Quantity> elementwise_of(const Model& model, const Pass& pass,
                                     const std::vector<StackPairs>& pairs,
                                     const Arguments& arguments);

}  // namespace attn
