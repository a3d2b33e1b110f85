// Mistakes that many people make, by name, with what is said of each.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"

namespace attn {

struct Alternative;

/// A mistake that many people make, and what attn tells them about it.
struct Misconception {
  std::string name;  ///< "no_scale"
  LocalText say;     ///< one or two sentences
};

/// The mistakes that need no text in a manifest: those of texts/mistakes.toml.
const std::vector<Misconception>& known_misconceptions();

/// What is said about a mistake: the manifest's own text, else the one known under its name.
/// Empty if there is neither.
std::string text_of_misconception(const std::string& name, const std::string& own_text);

/// What a learner is told about a mistake of an exercise, in the user's language.
std::string text_of_misconception(const Alternative& mistake);

/// A mistake that people make in one stage of attention, wherever that stage is asked for.
struct StageMistake {
  std::string name;    ///< "no_scale"; what is said about it stands in known_misconceptions()
  std::string recipe;  ///< what the stage gives then; {queries} and so on stand for its operands
};

/// A stage of attention with all that goes wrong in it.
struct StageMistakes {
  std::string name;                       ///< "scores"
  std::vector<std::string> operands;      ///< what it is computed from
  std::vector<std::string> companions{};  ///< what its mistakes may also take, optional
  std::vector<StageMistake> mistakes{};   ///< the commonest first
};

/// Every stage of texts/mistakes.toml, in the order in which attention computes them:
///
///     scores    S = Q Kᵀ
///     scaled    S / √d_k
///     mask      the causal mask of n tokens
///     weights   A = softmax(S), row by row, with a mask or without
///     output    A V
const std::vector<StageMistakes>& stage_mistakes();

/// The stage of that name; null if there is none.
const StageMistakes* find_stage_mistakes(const std::string& name);

/// A mistake's recipe with the operands as the exercise calls them; "" if it takes one that is not
/// there. In the table, {queries} stands for an operand and {mask?} for nothing, if there is one;
/// <...> is masked with −∞ and [...] with 0, where the stage has a mask.
std::string recipe_with(const StageMistake& mistake,
                        const std::map<std::string, std::string>& operands);

/// A file of src/practice/texts, all of which are strings of the program: "mistakes.toml". "" for
/// any other.
std::string_view practice_text(std::string_view file);

}  // namespace attn
