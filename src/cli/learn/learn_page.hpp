#pragma once

#include <functional>
#include <string>
#include <vector>

#include "learning/report/report.hpp"

namespace attn {

/// A run in the words of one language: what came of it, and the line above that.
struct ToldRun {
  LearningReport report{};
  std::string title{};
};

/// Writes a page of a run in both languages to some files, and says so. `again` tells the same run
/// in the language that is spoken then; nothing is learned twice.
/// Errors:  InputError, SurroundingsError
void write_learning_pages(const std::vector<std::string>& paths, bool overwrite,
                          const ToldRun& told, const std::function<ToldRun()>& again);

}  // namespace attn
