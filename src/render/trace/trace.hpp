// Whole traces: screens, steps, small heads, JSON, code for masks.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "core/mask.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The line above everything: command, sentence, sizes, and where the numbers come from.
std::string title_text(const Trace& trace, const Layout& layout);

/// Where the numbers come from, in the user's language: "base 10000, by-hand".
std::string source_text(const std::string& source);

/// What a stage is called on the screen: "scores", or "head 0 scores".
std::string stage_name(const Stage& stage);

/// One stage as text: its formula and shape, the sentence about it, its matrix, and what can be
/// read from it. `selected` marks one cell; without `with_matrix` the matrix is left out.
std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected = {}, bool with_matrix = true);

/// The cells of one matrix and nothing else.
std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout);

/// One sentence that reads a row of attention weights aloud: the query that gives the largest
/// share to another word, or that of the selected cell, and its two strongest keys. Empty for other
/// stages.
std::string reading_of(const Stage& stage, const Layout& layout, std::optional<Cell> selected = {});

/// Why cells of a stage are blocked, and how many for each reason: "may not attend (causal, the
/// future: 6)".
std::string blocked_reasons(const Stage& stage);

/// The same as a line under a matrix; nothing where no cell is blocked.
std::string blocked_legend(const Stage& stage, const Layout& layout);

/// What the shades of a stage mean.
std::string shades_legend(const Stage& stage, const Layout& layout);

/// What the tones of a stage mean, shades of one column each.
std::string tones_legend(const Stage& stage, const Layout& layout);

/// What the colours of a stage mean.
std::string colors_legend(const Stage& stage, const Layout& layout);

/// How many rows and columns of a stage the view of it leaves out; nothing where it shows all.
std::string left_out_legend(const MatrixView& view, const Stage& stage, const Layout& layout);

/// What stands under the small map of a head: means over its queries, each with its name.
std::vector<std::pair<std::string, std::string>> facts_of_head(const Stage& stage,
                                                               const Layout& layout);

/// A sentence or two about such maps.
std::string what_small_maps_are();

/// The weights of several heads as small heat maps side by side, each with its mean entropy and
/// the mean weight on the query's own place and on the first key. At least one stage.
std::string multiples_text(const std::vector<const Stage*>& heads, const Layout& layout);

/// The stages without those that already appear beside the product they are used in: W_Q stands in
/// `X W_Q = Q`, and needs no screen of its own where that equation fits.
std::vector<const Stage*> without_operands(const Trace& trace,
                                           const std::vector<const Stage*>& stages,
                                           const Layout& layout);

/// These stages and tables of a trace, from the title to the notes. A table stands after the stage
/// that it names.
std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout, const std::vector<const Table*>& tables = {});

/// One line a stage: name, named axes and formula.
std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout);

/// One line a stage: shape, least, greatest and mean value, standard deviation, zeros, blocked.
std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout);

/// Where a walk through the stages stands. The screen is a function of this and nothing else, so
/// going back shows exactly what was there.
struct StepState {
  std::size_t stage = 0;
  Cell cell;                    ///< the cell whose arithmetic is spelled out
  bool help = false;            ///< the keys are explained where the stage would be
  std::size_t typed_stage = 0;  ///< what the digits typed last say so far
};

/// The place of the same stage in the next group of stages, or the one before; from outside the
/// groups, the nearest stage in one. `current` itself where there is none.
std::size_t in_neighbour_group(const std::vector<const Stage*>& stages, std::size_t current,
                               bool forward);

/// The views of a stage that look different, in the order in which a key goes through them; the
/// first is what the stage shows by itself.
std::vector<std::optional<View>> views_in_turn(const Trace& trace, const Stage& stage,
                                               const Layout& layout, Cell selected);

/// One screen of a walk: the title, the stages with the current one marked, its matrix with the
/// cell marked, that cell's arithmetic, and the keys. At most `height` lines: a tall matrix loses
/// rows in its middle, and where that is not enough, explanations go.
std::string step_screen(const Trace& trace, const std::vector<const Stage*>& stages,
                        const StepState& state, const Layout& layout, std::size_t height);

/// These stages and tables of a trace as one JSON document, schema "attn.trace/2".
///
/// Matrices are nested arrays in row order; each number is the shortest text that reads back as
/// the same double. JSON has no infinity and no NaN: such a cell is null, and where a mask is the
/// reason, `blocked` says which.
std::string trace_json(const Trace& trace, const std::vector<const Stage*>& stages,
                       const std::vector<const Table*>& tables = {});

/// The first line of tab-separated output: the names of its fields.
std::string plain_header();

/// A stage as tab-separated records, one a cell:
/// stage group row col row_label col_label value.
std::string plain_records(const Stage& stage);

enum class CodeLanguage { torch, numpy, jax, cpp };
inline constexpr Named<CodeLanguage> kCodeLanguages[] = {{CodeLanguage::torch, "torch"},
                                                         {CodeLanguage::numpy, "numpy"},
                                                         {CodeLanguage::jax, "jax"},
                                                         {CodeLanguage::cpp, "cpp"}};

/// A program of its own that builds a mask, as `mask` (true = may attend), and prints it: the
/// definitions of core/mask.hpp written in PyTorch, NumPy, JAX, or C++ with Armadillo.
///
/// Shapes:  (n_q × n_k)
/// Errors:  InputError if the pattern does not fit, or holds a given mask of more than 65536 cells.
std::string mask_code(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k,
                      CodeLanguage language);

/// What differs from one language of mask_code to the other. The script of a page has the same
/// table.
struct MaskDialect {
  std::string comment, and_sign, or_sign;
  std::string module;   ///< of arrays; empty in C++
  std::string header;   ///< up to the sizes, with {0} for n_q and {1} for n_k
  std::string indices;  ///< introduces {0}, the number of the query, and j
  std::string footer;   ///< prints the mask, and says how it is used

  bool is_python() const { return !module.empty(); }
};

const MaskDialect& dialect_of(CodeLanguage language);

}  // namespace attn
