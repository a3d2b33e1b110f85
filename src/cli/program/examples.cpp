#include "cli/program/examples.hpp"

#include <utility>

#include "base/message.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

constexpr unsigned kGoesOnAt = 4;

// A flag and its value stay in one line.
std::string with_values_beside(std::string command) {
  constexpr std::string_view kNoBreakSpace = "\u00a0";
  for (std::size_t flag = command.find(" --"); flag != std::string::npos;
       flag = command.find(" --", flag + 1)) {
    const std::size_t space = command.find(' ', flag + 1);
    if (space == std::string::npos || command[space + 1] == '-' || command[space + 1] == '"')
      continue;
    command.replace(space, 1, kNoBreakSpace);
  }
  return command;
}

std::vector<Example> examples_of_program() {
  return {
      {"attn attend \"The cat sat down\" --causal",
       translated("Attention on a sentence, every matrix from the words to the output.")},
      {"attn attend \"The cat sat down\" --step",
       translated("The same with the keyboard, stage by stage and cell by cell.")},
      {"attn mask --causal --window 3 --tokens \"The|cat|sat|<pad>\"",
       translated("Who may attend to whom, and why the others may not.")},
      {"attn complexity --model llama-3-8b --compare mha,gqa:8,mqa",
       translated("What a model costs, and what fewer key-value heads save.")},
      {"attn exercise", translated("Work it out by hand, question by question.")},
  };
}

std::vector<Example> english_examples_of(std::string_view command) {
  if (command == "attend")
    return {
        {"attn attend \"The cat sat down\" --causal",
         translated("From the words to the output, every matrix; no word sees a later one.")},
        {"attn attend \"The cat sat down\" --step",
         translated("The same with the keyboard: arrows choose the cell that is worked out.")},
        {"attn attend --q \"1 0; 0 1\" --k \"1 1; 0 2\" --v \"4 0; 0 8\"",
         translated("Matrices of your own, typed here or read from .csv, .npy and other files.")},
    };
  if (command == "mha")
    return {
        {"attn mha \"The cat sat on the mat\" --d-model 8 --heads 4 --causal",
         translated("Four heads side by side, and what each of them attends to.")},
        {"attn mha \"The cat sat down\" --heads 2 --head 0",
         translated("Every stage of the first head alone.")},
        {"attn mha \"The cat sat down\" --d-model 8 --heads 4 --kv-heads 2 --shapes-only",
         translated("Grouped-query attention: the shape of every matrix, one a line.")},
    };
  if (command == "posenc")
    return {
        {"attn posenc --d-model 16",
         translated("The sines and cosines that tell positions apart, as curves and numbers.")},
        {"attn posenc --length 12 --at 3", translated("How similar every position is to one.")},
        {"attn posenc \"The cat sat down\" --kind rope",
         translated("Rotary positions (RoPE): vectors are turned, each pair of columns at a "
                    "speed of its own.")},
    };
  if (command == "mask")
    return {
        {"attn mask --causal --window 3 --tokens \"The|cat|sat|<pad>\"",
         translated("Who may attend to whom, and why each of the other cells is blocked.")},
        {"attn mask \"The cat sat down\" --causal --leak",
         translated("Change the last word: does any query before it notice?")},
        {"attn mask --causal --queries 4 --keys 4 --code torch",
         translated("The mask as code to paste into a program.")},
    };
  if (command == "complexity")
    return {
        {"attn complexity --model llama-3-8b --tokens 8192",
         translated("Parameters, operations and memory of a known model, with their formulas.")},
        {"attn complexity --model llama-3-8b --compare mha,gqa:8,mqa",
         translated("What fewer key-value heads save.")},
        {"attn complexity --d-model 512 --heads 8 --sweep tokens=512:4096",
         translated("How the costs of one layer grow with the sequence.")},
    };
  if (command == "learn")
    return {
        {"attn learn copy --curve",
         translated("A small model in a blink: its loss, and its weights before and after.")},
        {"attn learn copy --dropout 0",
         translated("The same without dropout, which had held the loss up.")},
        {"attn learn reverse --steps 100",
         translated("Twelve digits backwards: the head looks at the mirrored place.")},
    };
  if (command == "exercise")
    return {
        {"attn exercise",
         translated("Go on where you left off, question by question; every answer is kept.")},
        {"attn exercise list", translated("All exercises, how far you are, and what comes next.")},
        {"attn exercise start 1 answer.txt",
         translated("Answer in your own editor; attn exercise check 1 answer.txt judges it.")},
    };
  return examples_of_program();
}

// A sentence in the language of the person, who wants to see what attention does with it.
void translate_words(std::string& command) {
  for (const auto& [english, own] :
       {std::pair("The cat sat on the mat", translated("The cat sat on the mat")),
        std::pair("The cat sat down", translated("The cat sat down"))}) {
    const std::string words(english);
    if (const std::size_t at = command.find(words); at != std::string::npos)
      command.replace(at, words.size(), own);
  }
}

}  // namespace

std::vector<Example> examples_of(std::string_view command) {
  std::vector<Example> examples = english_examples_of(command);
  for (Example& example : examples) translate_words(example.command);
  return examples;
}

std::string example_lines(const std::string& command, unsigned width, unsigned indent) {
  std::string text = wrap(with_values_beside(command), width - 2, indent, kGoesOnAt);
  for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 3))
    text.insert(at, " \\");
  return text;
}

}  // namespace attn
