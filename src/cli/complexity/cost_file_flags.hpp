#pragma once

#include <string>
#include <vector>

#include "cli/complexity/cost_page_file.hpp"
#include "cli/flags/flag_group.hpp"

namespace attn {

/// The files that costs are written to.
struct CostFiles {
  std::vector<std::string> paths{};
  bool overwrite = false;
};

/// The same, as typed.
struct CostFileFlags {
  Flag files{"--output"}, force{"--force"};

  void add_to(const FlagGroup& group);

  /// Errors: InputError for a name of an unknown kind; SurroundingsError
  CostFiles read() const;
};

/// Writes a page to all of them, and says so.
/// Errors: InputError; SurroundingsError
void write_cost_files(const CostFiles& files, const MakeCostPage& make, const TellExample& example);

}  // namespace attn
