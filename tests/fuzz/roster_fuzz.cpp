#include <set>

#include "base/text.hpp"
#include "fuzz_target.hpp"
#include "grading/classroom/classroom.hpp"

// Whoever is on a roster is there once, and every id has a folder that no other has.
ATTN_FUZZ_TARGET(roster_fuzz) {
  std::vector<std::string> ids;
  try {
    for (const RosterLine& line : read_roster(bytes, "x.csv")) ids.push_back(line.student);
  } catch (const InputError&) {
    return;
  }
  const std::vector<std::string> folders = report_folders(ids);
  std::set<std::string> different;
  for (const std::string& folder : folders) {
    const bool is_safe = !folder.empty() && folder.front() != '.' && folder.front() != '-' &&
                         folder.find_first_of("/\\\n\"'") == folder.npos;
    if (!is_safe || !different.insert(folded_form(folder)).second) __builtin_trap();
  }
}
