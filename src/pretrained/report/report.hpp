// What heads do and a model says, as tables, sketches and sentences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pretrained/study/study.hpp"
#include "tokenizer/tokenizer.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What is known of all heads of a model in one text.
struct HeadsInText {
  std::vector<HeadFacts> heads{};           ///< by layer and head
  std::vector<HeadMeasureKind> measured{};  ///< what the text has queries for
};

/// "5.11": layer 5, head 11.
std::string head_name(std::size_t layer, std::size_t head);

/// What a head does more than even attention would, by .10 or more: the measure that is furthest
/// above it. Entropy is none of them.
std::optional<HeadMeasureKind> strongest_habit(const HeadFacts& head);

/// The head that does most of any habit. Rest on the first token counts only where no head does
/// anything else; nothing where none has a habit.
const HeadFacts* head_with_most(const HeadsInText& known);

/// The heads in the order of a measure, the largest first; of entropy the smallest.
std::vector<const HeadFacts*> sorted_heads(const HeadsInText& known, HeadMeasureKind by);

/// A sketch of each head, a row for each layer; or in the order of a measure, the first `top` of
/// them.
SketchSheet heads_sheet(const HeadsInText& known, std::optional<HeadMeasureKind> by,
                        std::size_t top);

/// The measures of each head, those of even attention, and over how many queries: `top` heads in
/// the order of a measure, or all. Even attention has a row for each window that layers have.
Table heads_table(const HeadsInText& known, std::optional<HeadMeasureKind> by, std::size_t top);

/// What one head does, in a sentence: "previous .97 (even .20), first .01 ..."
std::string measures_sentence(const HeadFacts& head, const std::vector<HeadMeasureKind>& measured);

// What a model says, as tables. Tokens are shown as people read them, and for programs as the
// vocabulary spells them.

/// A token as a cell.
TableCell token_cell(const Tokenizer& tokenizer, std::uint32_t id);

/// The most probable tokens at one place. `title` says which place.
Table candidates_table(const Tokenizer& tokenizer, const Probabilities& said, std::size_t top,
                       const std::string& title);

/// The same of two texts side by side.
Table candidates_beside(const Tokenizer& tokenizer, const Probabilities& left,
                        const Probabilities& right, std::size_t top, const std::string& title);

/// What each layer would say, and how probable it takes one token to be. At narrow widths fewer
/// candidates are shown.
Table lens_table(const Tokenizer& tokenizer, const std::vector<Probabilities>& said,
                 std::uint32_t wanted);

/// What the model says with all heads and without some. `without` names them: "5.5, 6.9".
Table removal_table(const Tokenizer& tokenizer, const Removal& removal, std::size_t top,
                    const std::string& without);

/// What the removal of one head says about its weights, in a sentence.
std::string removal_sentence(const Tokenizer& tokenizer, const Removal& removal, LayerHead head);

/// The same of a model that says nothing: how far the last state of a place moves.
std::string state_change_sentence(const std::vector<std::string>& tokens, std::size_t place,
                                  double change, LayerHead head);

/// How surprised the model is by each token of a text, or by the `top` ones that surprise it most.
Table losses_table(const std::vector<std::string>& tokens, const std::vector<double>& losses,
                   std::optional<std::size_t> top = {});

/// One query's weights of one head: where most of them lie.
struct WeightsOfQuery {
  LayerHead head;
  std::size_t strongest = 0;  ///< the key
  double weight = 0.0;
};

/// The strongest key of one query in every head, as bars, the largest weight first; at most `top`
/// rows. Heads that look at the first token of the text most are counted, not listed, unless all of
/// them do.
Table from_token_table(const std::vector<std::string>& tokens, std::size_t query, std::size_t first,
                       std::vector<WeightsOfQuery> heads, std::size_t top);

/// A weight and where it stands.
struct WeighedPair {
  std::size_t query = 0, key = 0;
  double weight = 0.0;
};

/// The strongest pairs of a head, those on the token `resting_on` left out.
Table pairs_table(const std::vector<std::string>& tokens, const std::vector<WeighedPair>& pairs,
                  std::size_t resting_on, const std::string& head);

/// Where a token stands in the text, with its neighbours.
Table places_table(const std::vector<std::string>& tokens, const std::vector<std::size_t>& places);

/// A token and its place in a table: "␣it (11)".
std::string placed_token(const std::vector<std::string>& tokens, std::size_t place);

/// The same in a sentence, and a token alone: "\"␣it\" (11)", "\"␣it\"".
std::string quoted_place(const std::vector<std::string>& tokens, std::size_t place);
std::string quoted_token(const std::string& token);

}  // namespace attn
