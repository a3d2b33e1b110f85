#pragma once

#include <optional>
#include <string>
#include <vector>

#include "browser/browser.hpp"

namespace attn {

/// The browser of all tests of this program, started once; null where there is none, which is then
/// said.
Browser* browser_for_tests();

/// A page that a command writes: `command` is what stands behind "attn". A file of the test's own,
/// gone at the end.
class WrittenPage {
 public:
  explicit WrittenPage(const std::string& command);
  std::string path() const { return folder_.path("page.html"); }
  std::string bytes() const;

 private:
  TemporaryFolder folder_;
};

/// What `attn <command> --json` prints.
/// Errors: std::runtime_error with what it says where it fails.
Json json_of_command(const std::string& command);

/// Where the values of a page differ from those of a command, by more than 1e-12 of their size:
/// "head 0 scores [1, 2]: 3 in the page, 4 in the program". "" where nowhere.
std::string first_difference(Tab& tab, const Json& printed);

/// What `attn <command>` prints.
std::string printed_by(const std::string& command);

/// The command that a page gives for its state, without "attn ".
std::string command_of(Tab& tab);

/// Checks that a page neither complained nor asked for anything.
void require_quiet(Tab& tab);

}  // namespace attn
