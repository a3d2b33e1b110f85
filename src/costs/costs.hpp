// What one pass through one model costs, every number with its formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// Pairs of a query and a key it may attend to, in one head of one layer.
struct Pairs {
  enum class Kind { full, causal, window, causal_window, mask } kind = Kind::full;
  std::string symbol;  ///< "P"; "P_w" in layers with a window, "P_enc", "P_cross"
  Formula formula;     ///< of T, S, M and w; the symbol itself where a mask was counted
  Count count;
  Formula general = 0;  ///< the formula with its cases, as it is at all arguments
};
inline constexpr Named<Pairs::Kind> kPairKinds[] = {{Pairs::Kind::full, "full"},
                                                    {Pairs::Kind::causal, "causal"},
                                                    {Pairs::Kind::window, "window"},
                                                    {Pairs::Kind::causal_window, "causal window"},
                                                    {Pairs::Kind::mask, "mask"}};

/// Every query with every key.
///
///     T S; T^2 for S = T
Formula pairs_of_all();

/// The pairs of T queries and S keys, the last query aligned with the last key.
///
///     full  T S   causal  T (T + 1) / 2 for S = T, else T S − T (T − 1) / 2
///     window  fewer than w places away, on both sides, or with causal itself and w − 1 before
///
/// `arguments` must hold T, S and, with a window, w.
///
/// Units:   cells of the mask, exactly as many as causal_mask and window_mask open
Pairs pairs_of(bool causal, bool has_window, const Arguments& arguments);

/// The window of a stack's windowed layers in a pass, and how many layers have it: what the pass
/// says holds for all layers, and a mask given leaves no window.
std::optional<std::uint64_t> window_of(const Stack& stack, const Pass& pass);
std::uint64_t n_windowed_layers(const Stack& stack, const Pass& pass);

/// The pairs of one stack: in its layers without a window, in those with one, and across to the
/// encoder. Those of no layer are absent.
struct StackPairs {
  std::optional<Pairs> plain, windowed, cross;
};

/// Counts the pairs of a stack in a pass; adds w, L_w and each P to `arguments`.
StackPairs pairs_of(const Stack& stack, const Pass& pass, Arguments& arguments);

/// The sum over the layers of a stack of the pairs in each: L P, or (L − L_w) P + L_w P_w.
Formula pairs_in_all_layers(const Stack& stack, const StackPairs& pairs);

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

/// The parameters of a model, part by part, with `arguments` from arguments_of(model).
///
///     W_Q  d h d_h   W_K, W_V  d h_kv d_h each   W_O  h d_h d   (+ biases)
///     MLP  2 d f, gated 3 d f   LayerNorm 2 d, RMSNorm d   embedding V d   head V d unless tied
///
/// Units:   parameters
/// Source:  Vaswani et al. 2017, arXiv:1706.03762; Shazeer 2019, arXiv:1911.02150 (h_kv) and 2020,
///          arXiv:2002.05202 (gated)
std::vector<Quantity> parameters_of(const Model& model, const Arguments& arguments);

/// The parameters of one MLP, of which a layer with experts has several.
///
///     2 d f + f + d, gated 3 d f + 2 f + d   (biases only where the model has them)
Formula mlp_of(const Model& model);

/// How many of them one token goes through: with experts, only its own.
Formula active_parameters_of(const Model& model, const Arguments& arguments);

/// How many of them a step of decoding goes through, at most: none of an encoder, which has run
/// before, and no more experts than the tokens of the batch can ask for. `arguments` must hold B,
/// too.
Formula step_parameters_of(const Model& model, const Arguments& arguments);

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

/// Bytes of a number of stored values: `each`, or half a byte for 4-bit types.
Formula bytes_of(const Formula& values, const Dtype& dtype, const Formula& each = Formula("b"));

/// Bytes held: weights, the cache of keys and values, the scores of one layer if they are stored
/// and what takes their place if not; in decoding also what one step reads, in training the state
/// of the optimiser and the activations.
///
///     weights  N b   cache  2 B L h_kv d_h S b   scores  B h T S b   maximum and sum  2 B h T b
///     training  16 N or 18 N   activations  B T L (34 d + 5 h T)
///
/// Weights and cache of another type than the scores have b_w and b_kv bytes each.
///
/// `arguments` must hold every symbol of the model and the pass, and N and N_r, the number of
/// parameters and of those that a step of decoding reads.
///
/// Units:   bytes
/// Source:  Korthikanti et al. 2022, arXiv:2205.05198, §4 (activations, 16-bit, nothing recomputed)
std::vector<Quantity> memory_of(const Model& model, const Pass& pass, const Arguments& arguments);

enum class RecurrentCell { rnn, gru, lstm };

/// How many gates, each with weights of its own: 1 in a plain tanh RNN, 3 in a GRU, 4 in an LSTM.
std::uint64_t n_gates_of(RecurrentCell cell);

/// One recurrent layer in one direction; with a vocabulary and classes a classifier around it,
/// which reads the last hidden state. What is zero is not there.
struct Recurrent {
  RecurrentCell cell = RecurrentCell::rnn;
  std::uint64_t d_input = 0;         ///< width of a token, d
  std::uint64_t d_hidden = 0;        ///< width of the state, H
  std::uint64_t n_bias_vectors = 2;  ///< of each gate: PyTorch has two, the textbook one
  std::uint64_t n_vocab = 0;
  std::uint64_t n_classes = 0;
};

/// What the symbols d, H, V and C stand for.
Arguments arguments_of(const Recurrent& layer);

/// The parameters of the layer, part by part.
///
///     input  g d H   recurrent  g H^2   biases  g H each   (g gates)
///
/// Units:   parameters
/// Source:  Elman 1990; Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000
///          (LSTM); Cho et al. 2014, arXiv:1406.1078 (GRU)
std::vector<Quantity> parameters_of(const Recurrent& layer, const Arguments& arguments);

/// Multiply-accumulates of T tokens: the product with the input, which needs no earlier state, and
/// the one with the state, which has to wait for it.
///
///     input  T g d H   recurrent  T g H^2
///
/// Units:   MAC
std::vector<Quantity> macs_of(const Recurrent& layer, const Pass& pass, const Arguments& arguments);

/// Numbers kept of all tokens, as for training or for a next layer: hidden states T H, and as many
/// cell states in an LSTM. Gates are not counted.
///
/// Units:   stored numbers
std::vector<Quantity> states_of(const Recurrent& layer, const Pass& pass,
                                const Arguments& arguments);

/// Numbers kept from one token to the next: the state H, and in an LSTM the cell H.
///
/// Units:   stored numbers
std::vector<Quantity> streaming_states_of(const Recurrent& layer, const Pass& pass,
                                          const Arguments& arguments);

}  // namespace attn
