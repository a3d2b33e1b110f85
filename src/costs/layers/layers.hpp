// The layers of a textbook chapter beside each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The sizes that layers are compared at. What is absent follows from the others.
struct LayerSizes {
  std::uint64_t d_model = 512;
  std::uint64_t n_heads = 8;
  std::optional<std::uint64_t> n_kv_heads;  ///< absent: n_heads
  std::optional<std::uint64_t> d_head;      ///< absent: d_model / n_heads
  std::optional<std::uint64_t> d_ff;        ///< absent: 4 d_model
  std::optional<std::uint64_t> d_hidden;    ///< of a recurrent layer; absent: d_model
  std::uint64_t n_vocab = 10000;
  std::uint64_t n_classes = 2;
  std::optional<bool> bias;  ///< of attention and MLP; absent: as the chapters code each layer
  std::uint64_t n_bias_vectors = 2;          ///< of a recurrent layer
  std::optional<std::uint64_t> n_positions;  ///< rows of a learned table; absent: no table
  std::uint64_t n_tokens = 100;
  std::uint64_t n_batch = 1;
  std::optional<bool> causal;  ///< absent: only where the layer is made so
  Dtype dtype{"fp32", 32};
};

/// A layer that the chapters compare, or a small classifier around one.
struct Layer {
  std::string name;                   ///< "mha"
  std::string label;                  ///< "multi-head attention", translated
  std::string about;                  ///< what it has and lacks, translated
  std::optional<RecurrentCell> cell;  ///< of a recurrent layer
  bool is_classifier = false;
  bool reads_all_at_once = false;                     ///< it does not go from token to token
  Model (*model)(const LayerSizes& sizes) = nullptr;  ///< of any other layer

  bool has_heads() const;        ///< it can have more than one
  bool has_projections() const;  ///< of its own; a recurrent layer has none
  bool has_mlp() const;
};

/// Every layer, in the order in which they are listed, in the language that is spoken now.
std::vector<Layer> all_layers();

/// The sizes at which the chapters look at these layers: d_model 256 for classifiers, else 512.
LayerSizes sizes_in_chapters(const std::vector<Layer>& layers);

/// A tensor on the way through a layer: one axis after another, the batch first.
struct LayerShape {
  std::string id;     ///< "attention_weights"
  std::string label;  ///< the same for people, translated
  std::vector<Formula> axes;

  /// How many numbers it holds.
  Formula numbers() const;
};

/// The tensors of a layer or classifier of attention, in the order in which they come about.
///
///     (B, T, d)   (B, h, T, d_h)   (B, h, T, T)   (B, T, d)   ...   (B, C)
std::vector<LayerShape> shapes_of(const Model& model);

/// The same of a recurrent layer: its states, one a token, and of a classifier the last of them.
std::vector<LayerShape> recurrent_shapes(bool is_classifier);

/// What a layer costs; each formula is multiplied out for these sizes.
struct LayerCosts {
  Layer layer;
  LayerSizes sizes;
  Arguments arguments;
  Equalities equal;                    ///< what holds at these sizes, and makes the formulas short
  std::vector<LayerShape> shapes;      ///< of the tensors on the way, the batch first
  std::vector<Quantity> parameters;    ///< by part
  std::vector<Quantity> macs;          ///< by term, forward
  Formula plain_macs = 0;              ///< their sum as it is at other sizes, too: nothing equated
  std::vector<Quantity> memory;        ///< stored numbers; the sum is what one pass keeps
  std::vector<Quantity> memory_aside;  ///< not in the sum: one head, and one token after another
  Quantity sequential_steps{
      .formula = 0};  ///< steps that wait for one another, however many processors there are
  Quantity max_path{.formula = 0};  ///< steps between the two tokens farthest apart
};

/// Counts everything.
///
///     attention  steps 1   path 1     recurrent  steps T   path T − 1
///
/// Errors: InputError if d_model cannot be split into the heads, or heads not be shared.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, table 1
LayerCosts costs_of_layer(const Layer& layer, const LayerSizes& sizes);

/// The sizes of a shape's axes in those costs.
std::vector<std::uint64_t> sizes_of(const LayerShape& shape, const LayerCosts& costs);

/// The terms in FLOP: each MAC is a multiplication and an addition.
std::vector<Quantity> flops_of(const LayerCosts& costs);

/// The symbols in the formulas of some layers and what they stand for. No two layers at the same
/// sizes use one symbol for different values.
Arguments arguments_of(const std::vector<LayerCosts>& layers);

/// The sum of a list with its formula, multiplied out.
Quantity sum_of(const LayerCosts& costs, const std::vector<Quantity>& quantities);

/// Two costs and where they cross.
struct LayerCrossover {
  enum class Kind { projections, layers, order } kind = Kind::layers;
  std::string layer;        ///< whose parts they are; "" for whole layers and orders
  std::string left, right;  ///< "mha", "lstm"; "projections", "pairwise"
  Formula left_formula = 0, right_formula = 0;  ///< in MAC
  Crossover crossover{};
  std::optional<mpq_class> per_d{};  ///< the number of tokens as a multiple of d_model
};

/// The crossovers that the chapters ask for: in each layer with attention the projections against
/// the pairwise products, each such layer against each recurrent one (of two layers in any case),
/// and last the rule of orders, n^2 d against n d^2. None for a recurrent layer by itself.
///
///     3 T d^2 = 2 T^2 d at T = 1.5 d   4 T d^2 + 2 T^2 d = 8 T d^2 at T = 2 d
std::vector<LayerCrossover> crossovers_among(const std::vector<LayerCosts>& layers);

/// One layer or several, where their costs cross, and what the chapters print otherwise.
struct LayerReport {
  std::vector<LayerCosts> layers;
  std::vector<LayerCrossover> crossovers;
  std::vector<std::string> notes;
};

/// Counts the layers and compares them.
/// Errors: as costs_of_layer.
LayerReport layer_report(const std::vector<Layer>& layers, const LayerSizes& sizes);

/// Some layers at each value of a setting.
struct LayerSweepPoint {
  std::uint64_t value = 0;
  std::vector<LayerCosts> layers;
};

struct LayerSweep {
  SweepRange range;
  std::vector<LayerSweepPoint> points;  ///< each has the same layers in the same order
};

/// More layers than this make no picture.
constexpr std::size_t kMostSweptLayers = 3;

/// The sizes at one value of the setting that is swept.
using LayerSizesAt = std::function<LayerSizes(std::uint64_t value)>;

/// The costs of the layers at each value.
/// Errors: InputError if the range is refused, or there are more than kMostSweptLayers layers; as
///         costs_of_layer.
LayerSweep layer_sweep(const SweepRange& range, const std::vector<Layer>& layers,
                       const LayerSizesAt& sizes_at);

/// The multiply-accumulates of one of the layers as a formula that holds at every value, multiplied
/// out. Symbols stand for one another only where they do so all along: with 8 heads of 64, h d_h is
/// d at d_model 512 and not at 1,024.
Formula layer_macs_formula(const LayerSweep& sweep, std::size_t layer);

/// Multiply-accumulates of a layer, forward; as many FLOP again.
Count layer_macs(const LayerCosts& costs);

/// The numbers that the chapters get wrong for exactly these layers at these sizes, a remark on
/// each: the number printed, the right one, and why they differ.
std::vector<std::string> printed_totals_about(const LayerCosts& costs);

/// The same about several layers side by side: conclusions that the exact counts do not bear out.
std::vector<std::string> printed_conclusions_about(const std::vector<LayerCosts>& layers);

}  // namespace attn
