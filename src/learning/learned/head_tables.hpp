#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learning/learned/head_study.hpp"
#include "trace/table.hpp"

namespace attn {

/// What each head does, a row for each of its habits: its remark, the weight that it has from, that
/// of even attention and of the untrained model over the same queries, and how many these are. A
/// head without a habit has the remark alone. Of one layer, or of all.
Table habit_table(const HeadStudy& study, std::optional<std::size_t> layer);

/// The weight of every head where each habit would have it, and below that of even attention and
/// the most that any head of the untrained model has.
Table mass_table(const HeadStudy& study);

/// On which queries habits are measured: a sentence for the user.
std::string measured_where(const HeadStudy& study);

}  // namespace attn
