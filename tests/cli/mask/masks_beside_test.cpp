// The flags of a mask beside what else is asked of attention: each changes what is shown, or is
// refused with a sentence. None is ignored.

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/rounds.hpp"

using namespace attn;

TEST_CASE("commands: no flag of a mask is ignored beside another question", "[cli][masks_beside]") {
  const TemporaryFolder folder;
  const auto run = [&folder](const std::string& line) {
    return run_command("attn " + line, folder.path(), 60);
  };
  Sample sample(5);
  // Four tokens each: a learned sentence begins with one of its own.
  for (const std::string question :
       {"attend 'a b c d'", "attend 'a b c d' --study scaling", "attend 'a b c d' --study dropout",
        "attend 'a b c d' --study temperature", "attend 'a b c d' --study filter",
        "attend 'a b c d' --backward --stage d_scores", "attend 'a b c d' --batch 2",
        "attend 'a b c d' --step", "attend 'a b c d' --alignment 'a=b'",
        "attend --scores '1 2 3 4; 4 3 2 1; 1 3 2 4; 2 2 1 1'",
        "attend --attention '1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1'", "attend 'the cat sat' --learned",
        "mha 'the cat sat' --learned", "mha 'a b c d'",
        "mha 'a b c d' --backward --stage gradients", "mha 'a b c d' --batch 2"}) {
    const CommandResult plain = run(question);
    for (const std::string flags :
         {"--causal", "--prefix 1", "--window 1", "--pad 1", "--pad-at 0", "--pad 1 --pad-queries",
          "--segments 0,0,1,1", "--separator cat", "--separator b", "--half literal",
          "--half causal", "--mask '1 0 1 1; 1 1 0 0; 0 1 1 1; 1 1 1 1'", "--or",
          "--causal --window 2 --or", "--causal --align start --prefix 2", "--key-segments 0,0,1,1",
          "--mask '0 0 0 0; 1 1 0 0; 0 1 1 1; 0 1 0 0' --empty-row uniform"}) {
      if (!sample.takes_next()) continue;
      const CommandResult masked = run(question + " " + flags);
      CAPTURE(question, flags, masked.err);
      if (masked.exit_code == 2)
        CHECK(masked.err.find("error: ") != std::string::npos);
      else
        CHECK((masked.exit_code == 0 && masked.out != plain.out));
    }
  }
}
