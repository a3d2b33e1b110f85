#include "cli/terminal/text_editor.hpp"

#include <cstdlib>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("edit_file: $VISUAL goes before $EDITOR, and may have arguments", "[cli][terminal]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a file.txt", "");
  unsetenv("VISUAL");
  unsetenv("EDITOR");
  CHECK(editor_command() == "vi");
  setenv("EDITOR", "no-such-editor", 1);
  CHECK_FALSE(edit_file(path));
  setenv("VISUAL", "cp /dev/null", 1);
  CHECK(editor_command() == "cp /dev/null");
  CHECK(edit_file(path));
  setenv("VISUAL", "false", 1);  // one that ends unhappily was there all the same
  CHECK(edit_file(path));
  unsetenv("VISUAL");
  unsetenv("EDITOR");
}
