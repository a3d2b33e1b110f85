#pragma once

#include <string>
#include <vector>

#include "base/message.hpp"
#include "base/named.hpp"
#include "base/text.hpp"
#include "data/toml/toml.hpp"
#include "practice/course/course.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

/// Whether a text can be the code of a language: "en", "pt-BR".
bool is_language_code(const std::string& text);

/// The exercises of a course that may still have none, by number, as their folders are called.
/// Errors:  InputError if there is no such folder.
std::vector<ExerciseName> numbered_exercises(const std::string& folder);

/// Whether a text can be the id of an exercise: at most 64 small letters, digits and -.
bool is_exercise_id(const std::string& text);

/// The sentence that refuses any other id.
std::string not_an_id(const std::string& text);

/// Where a value begins in its manifest.
Place place_of(const TomlItem& value);

/// What one of a few words stands for.
/// Errors:  InputError naming line, column and key, and the words.
template <class Meaning, std::size_t n>
Meaning one_of(const TomlItem& value, const Named<Meaning> (&meanings)[n]) {
  if (const auto meaning = value_in(meanings, value.text())) return *meaning;
  std::vector<std::string> known;
  for (const Named<Meaning>& row : meanings) known.emplace_back(row.name);
  value.refuse(
      message("expected one of {}, but found '{}'.", listed(known), preview(value.text())));
}

/// A recipe. Its own errors gain the place of the value.
Recipe read_recipe(const TomlItem& value, const std::vector<std::string>& variables = {});

/// Reads one [[field]] and puts its right answer into the definitions, which hold the names under
/// [given] already; how it follows from earlier answers, if it says so, into `following`.
/// Errors:  InputError naming line, column and key.
Field read_field(TomlTable& table, Definitions& definitions, Follows& following);

/// `points` of a question or a check, 1 where it has none.
/// Errors:  InputError naming line, column and key.
double read_points(TomlTable& table);

/// What stands for a field, in a manifest: a choice's or label's id, an expression's formula, else
/// a recipe or numbers.
/// Errors:  InputError naming line, column and key.
Definition field_definition(const Field& field, const TomlItem& value);

/// What stands for any other name: a recipe, numbers or words.
/// Errors:  InputError naming line, column and key.
Definition plain_definition(const TomlItem& value);

/// Refuses a recipe that draws random numbers.
/// Errors:  InputError naming line, column and key.
void require_no_draws(const TomlItem& value, const Definition& definition);

/// none, location or values.
/// Errors:  InputError naming line, column and key.
Reveal read_reveal(const TomlItem& value);

/// Refuses what cannot be the name of a value.
/// Errors:  InputError naming line, column and key.
void require_free_name(const TomlItem& place, const std::string& name);

/// The same, also for names that an answer file uses itself or that are in `definitions` already.
/// Errors:  InputError naming line, column and key.
void require_new_name(const TomlItem& place, const std::string& name,
                      const Definitions& definitions);

/// Reads one [[stage]]: the mistakes that people make in it, for the field that it gives.
///
///     [[stage]]
///     name  = "weights"
///     gives = "weights"
///     of    = { scores = "scaled", mask = "mask" }
///     except = ["softmax_over_columns"]
///
/// A mistake that needs an operand which is not there is left out, and so is one that an
/// alternative of the exercise makes in the same field. They may coincide with one another.
///
/// Errors:  InputError naming line, column and key.
std::vector<Alternative> read_stage(TomlTable& table, const Exercise& exercise);

/// Reads [program] and every [[check]] of an exercise whose given values, definitions and fields
/// are read already. Errors:  InputError naming line, column and key.
Program read_program(TomlTable& manifest, const Exercise& exercise);

/// A course.toml with these settings, and remarks that say what can be changed.
std::string course_toml(const CourseSettings& settings);

/// A file of the exercise that `attn exercise new` writes, which is small, of attention, and whole:
/// "exercise.toml", "answer.txt", "prompt.pt-BR.md". Its remarks are in the user's language; its
/// texts in those of the course, English for any that attn does not speak.
std::string example_file(const std::string& name, const std::string& id,
                         const std::vector<std::string>& languages);

}  // namespace attn
