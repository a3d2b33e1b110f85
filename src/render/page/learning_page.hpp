// The page of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "learning/report/report.hpp"
#include "trace/table.hpp"

namespace attn {

/// A run of learning as the script of a page reads it, in the language that is spoken now: its
/// curve, the weights of every head before and after, tables, texts that were made up, and notes.
nlohmann::ordered_json learning_data(const LearningReport& report);

/// The same tables, for browsers that run no script; the first one is the curve.
std::vector<Table> learning_tables(const LearningReport& report);

/// The texts of the script of pages of attn learn, in the language that is spoken now. A {} stands
/// for what the script fills in.
nlohmann::ordered_json learning_texts();

}  // namespace attn
