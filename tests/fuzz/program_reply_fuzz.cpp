#include <string>

#include "fuzz_target.hpp"
#include "practice/course/course.hpp"
#include "practice/program/program.hpp"

namespace {

using namespace attn;

Exercise exercise_with(const std::string& contract) {
  return read_manifest(
      "format_version = 1\nid = \"doubling\"\ntitle = { en = \"x\", ja = \"x\" }\n"
      "[given]\nwords = [\"cat\", \"sat\", \"on\"]\nX = [[1, 2, 3], [4, 5, 6]]\n"
      "[[field]]\nname = \"doubled\"\nkind = \"matrix\"\nask = { en = \"?\", ja = \"?\" }\n"
      "value = \"multiply(2, X)\"\n"
      "[[field]]\nname = \"best\"\nkind = \"list\"\nask = { en = \"?\", ja = \"?\" }\n"
      "by = \"row(X, 0)\"\nitems = \"words\"\ncount = 2\n"
      "[[field]]\nname = \"sum\"\nkind = \"number\"\nask = { en = \"?\", ja = \"?\" }\n"
      "value = \"sum(X)\"\n"
      "[program]\ncontract = \"" +
          contract +
          "\"\nrun = { sh = [\"sh\", \"{file}\"] }\n"
          "[[check]]\nname = \"all\"\ntitle = { en = \"x\", ja = \"x\" }\ncases = [{}]\n",
      "exercise.toml");
}

}  // namespace

// Whatever a program prints, it is read whole or refused with a reason.
ATTN_FUZZ_TARGET(program_reply_fuzz) {
  static const Exercise exercises[] = {exercise_with("stdio-json/1"), exercise_with("tokens")};
  for (const Exercise& exercise : exercises) {
    const Reply reply = read_reply(std::string(bytes), Worksheet(exercise));
    const bool is_whole = reply.values.size() == exercise.fields.size();
    if (is_whole != reply.fault.empty()) __builtin_trap();
  }
}
