#include "cli/commands.hpp"

#include "base/message.hpp"

namespace attn {

// Each in the file of its name; the last two in learn_flags and in exercise.
Action add_attend(FlagTable& flags);
Action add_mha(FlagTable& flags);
Action add_posenc(FlagTable& flags);
Action add_mask(FlagTable& flags);
Action add_complexity(FlagTable& flags);
Action add_learn(FlagTable& flags);
Action add_exercise(FlagTable& flags);
std::vector<OptionEntry> learn_task_entries();
std::vector<OptionEntry> exercise_verb_entries();

const std::vector<Command>& commands() {
  static const std::vector<Command> table{
      {"attend",
       translated("Scaled dot-product attention, from words to output, every stage shown"),
       add_attend},
      {"mha", translated("Multi-head attention, head by head, with shapes and parameters"),
       add_mha},
      {"posenc", translated("Positions: sinusoidal, learned, rotary (RoPE) and ALiBi"), add_posenc},
      {"mask",
       translated("Who may attend to whom: masks, why each cell is blocked, and code for them"),
       add_mask},
      {"complexity", translated("Exact parameters, operations and memory, each with its formula"),
       add_complexity},
      {"learn",
       translated("Small models learn while you watch: their loss, and their weights before and "
                  "after"),
       add_learn,
       {translated("Tasks"), translated("TASK [FILE]"), learn_task_entries}},
      {"exercise",
       translated("Exercises to work out by hand; a wrong answer is told which mistake it shows"),
       add_exercise,
       {translated("Verbs"), translated("[VERB] [ID] [FILE]"), exercise_verb_entries}},
  };
  return table;
}

}  // namespace attn
