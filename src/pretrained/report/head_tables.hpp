#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pretrained/study/head_facts.hpp"
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

}  // namespace attn
