#pragma once

#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// The symbols of every formula about a transformer, each under the one name it has everywhere.
namespace symbol {
inline const Formula d{"d"}, h{"h"}, h_kv{"h_kv"}, d_h{"d_h"}, f{"f"}, V{"V"}, c{"c"}, E{"E"},
    H{"H"}, k{"k"}, C{"C"}, B{"B"}, T{"T"}, S{"S"}, M{"M"}, w{"w"}, L_w{"L_w"}, N{"N"}, N_r{"N_r"},
    b{"b"}, b_w{"b_w"}, b_kv{"b_kv"}, p{"p"}, n_p{"n_p"};
}  // namespace symbol

/// The width of the pooler: d, or a number of its own.
Formula pooler_width(const Model& model);

/// The number of layers of a stack: L, or L_enc and L_dec where there are two stacks.
Formula layers_symbol(const Stack& stack);

/// What the symbols of a model stand for.
Arguments arguments_of(const Model& model);

/// The id and the label of a part of a stack: those of the part, with the stack's name in front
/// where there are two.
std::string id_in(const Stack& stack, const std::string& id);
std::string label_in(const Stack& stack, const std::string& label);

}  // namespace attn
