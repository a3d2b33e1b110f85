#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "cli/flags/screen_flags.hpp"
#include "examples/catalog.hpp"

namespace attn {

/// Prints the examples of a command by chapter: a page, or with --json or --plain what programs
/// read. Returns the exit code.
/// Errors:  InputError for a typed flag without a meaning here; as ExampleCatalog.
int list_examples(const std::string& command, const ExampleCatalog& catalog,
                  const std::vector<FlagTable::Entry>& entries, const ScreenFlags& screen);

}  // namespace attn
