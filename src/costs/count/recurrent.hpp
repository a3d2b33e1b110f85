#pragma once

#include <cstdint>
#include <vector>

#include "costs/formula/formula.hpp"
#include "costs/pass.hpp"

namespace attn {

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
