#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/examples/examples.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "costs/compare/compare.hpp"
#include "costs/layers/layers.hpp"
#include "costs/model/model.hpp"
#include "measure/measure.hpp"
#include "render/drawing/figures.hpp"
#include "render/layout.hpp"
#include "render/page/costs_page.hpp"
#include "trace/table.hpp"

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

/// Whether layers of the model attend to the output of an encoder beside them.
bool has_cross_attention(const Model& model);

/// One run of a model as typed: how many tokens, and who attends to whom.
struct PassFlags : VisibilityFlags {
  Flag tokens{"--tokens"}, keys{"--keys"}, batch{"--batch"}, mode{"--mode"}, dtype{"--dtype"},
      kv_dtype{"--kv-dtype"}, logits{"--logits"}, full{"--full"};

  void add_to(FlagTable& table);

  /// The same, read for one model.
  /// Errors: InputError naming the flag or file.
  Pass read_pass(const Model& model) const;
};

/// The type of stored numbers that a flag names.
/// Errors: InputError naming the flag.
Dtype dtype_value(const Flag& flag);

/// Layers to compare, and the sizes that only they have, as typed.
struct LayerFlags {
  Flag layers{"--layer"}, hidden{"--hidden"}, bias_vectors{"--bias-vectors"}, classes{"--classes"};

  void add_to(FlagTable& table);
};

/// Layers and the sizes to count them at.
struct LayerInput {
  std::vector<Layer> layers;
  LayerSizes sizes;
  bool are_usual = false;  ///< nobody named them
};

/// The layers named, or those of the chapters' comparison. Flags of a model and of a run give their
/// sizes; one that means nothing to any of them is refused, and so are all of `others`.
/// Errors: InputError naming the flag.
LayerInput read_layers(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass,
                       const Flags& others);

/// Layers and how their sizes follow from the value of a setting that is swept.
struct LayerSweepInput {
  SweepRange range;
  std::vector<Layer> layers;
  LayerSizesAt sizes_at;
};

/// Reads layers and a sweep over one of their sizes, "tokens=10:1000".
/// Errors: InputError as read_layers, as read_sweep_range, and where the flag that is swept was
///         given as well or means nothing to the layers.
LayerSweepInput read_layer_sweep(const Flag& sweep, const LayerFlags& flags,
                                 const ModelFlags& model, const PassFlags& pass,
                                 const Flags& others);

/// Whether to measure costs, as typed, and the flag that has a meaning only then.
struct MeasureFlags {
  Flag measure{"--measure"}, threads{"--threads"};

  void add_to(FlagTable& table);
};

/// What --measure is to measure. Flags of a model, a layer and a run give the sizes that attention
/// and recurrent layers have; one that would change nothing is refused, and so are all of `others`.
/// The numbers of tokens come from --sweep tokens=64:2048, or from --tokens.
/// Errors: InputError naming the flag.
MeasurePlan read_plan(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                      const ModelFlags& model, const PassFlags& pass, const Flags& others);

/// The name of the swept setting, its range, and how to compute the costs at one value.
struct SweepInput {
  SweepRange range;
  CostsAt costs_at;  ///< reads the other flags again, with the swept one replaced
};

/// Reads a sweep: "tokens=512:131072" doubles, "tokens=1024:8192:1024" goes in steps,
/// "tokens=10,50,100" takes these values.
///
/// Any number of the model or the run can be swept: tokens, keys, batch, window, d-model, heads,
/// kv-heads, d-head, layers, d-ff, vocab.
///
/// Errors: InputError for a text of another form, an unknown name (with the known ones), a number
///         out of range, and where the flag of that name was given as well.
SweepInput read_sweep(const Flag& sweep, const ModelFlags& model, const PassFlags& pass);

/// The name and the range alone.
/// Errors: InputError naming the flag.
SweepRange read_sweep_range(const Flag& sweep);

/// The same, where the flag of that name was not given as well.
/// Errors: InputError naming the flag, or both.
SweepRange read_sweep_range(const Flag& sweep, const ModelFlags& model, const PassFlags& pass);

/// Gives the swept flag a value, as if it were typed.
void give_swept(const Flag& sweep, std::uint64_t value, ModelFlags& model, PassFlags& pass);

/// Reads --compare: "mha,gqa:8,mqa" is a key-value head for every head, 8 of them, one.
/// Errors: InputError for another word, for a number of heads that does not divide n_heads (it
///         names those that do), and for a variant given twice.
std::vector<AttentionVariant> read_variants(const Flag& flag, std::uint64_t n_heads);

/// What the reader of a page can change of a model and its pass, and what follows from that just as
/// it would if the flags were typed: heads that fill the model stay d / h wide, an MLP of four
/// times the width stays so, keys are as many as tokens where nobody says otherwise.
PageSettings page_settings(const ModelFlags& model_flags, const PassFlags& pass_flags,
                           const Costs& costs);

/// Words that were typed, without some flags and their values.
std::vector<std::string> words_beside(const std::vector<std::string>& words,
                                      const std::vector<std::string>& flags);

/// What a page of complexity is made of, in the language that is spoken now.
struct CostPageParts {
  nlohmann::ordered_json data;
  std::vector<Table> tables{};  ///< what stands there without a script
};

/// Makes them; called once for each language.
using MakeCostPage = std::function<CostPageParts()>;

/// A page of complexity (.html) in both languages, with the words of an example in it.
std::string cost_page_file(const MakeCostPage& make, const TellExample& example);

/// What a page shows of one model and one pass, and beside it.
struct CostsPage {
  const ModelFlags& model_flags;
  const PassFlags& pass_flags;
  const Costs& costs;
  CostsPageView view{};
  std::optional<StoredTensors> stored{};
};

/// A page on which numbers can be changed: the costs of a model, layers.
CostPageParts page_of_costs(const CostsPage& page);
CostPageParts page_of_layers(const LayerReport& report, OperationUnit unit,
                             const std::optional<SweepRange>& range, const std::string& more);

/// The files of -o, and how they are written.
struct CostFiles {
  std::vector<std::string> paths{};
  bool overwrite = false, opens = false;
  FigureWidth figure_width{};
};

/// The same, as typed.
struct CostFileFlags {
  Flag files{"--output"}, force{"--force"}, open{"--open"}, figure_width{"--figure-width"};

  void add_to(const FlagGroup& group);

  /// Errors: InputError for a file name of another kind, or a file that exists; SurroundingsError
  ///         for one that cannot be written or drawn.
  CostFiles read() const;
};

/// Writes all of them, and says so: pages, and figures of the curves of a report. The page that is
/// to be opened then, which is a temporary one where none was named; "" for none. Errors:
/// InputError; SurroundingsError
std::string write_cost_files(const CostFiles& files, const MakeCostPage& page, const Report& report,
                             const Layout& layout, const TellExample& example);

/// How far a measurement is, on one line that fits: "measuring  ⣿⣿⣿⣀⣀⣀  12 of 43  n 1,024  lstm".
std::string progress_line(const MeasureStep& step, const MeasurePlan& plan, const Layout& layout);

/// Measures on this machine. Where standard error is a terminal, a line there says how far it is,
/// and is erased at the end, by an error and by Ctrl-C; elsewhere one line says that it has begun.
/// Errors: those of measured()
Measurement measured_with_progress(const MeasurePlan& plan, const Layout& layout);

}  // namespace attn
