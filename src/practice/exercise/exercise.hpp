// An exercise: its questions, its mistakes, and the recipe by which each of its numbers comes
// about.
// Mistakes that many people make, by name, with what is said of each.
#pragma once

#include <armadillo>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/message.hpp"
#include "base/named.hpp"
#include "practice/formula/formula.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

struct EngineFunction;

/// What a recipe can give: numbers, words, or a formula.
using RecipeValue = std::variant<arma::mat, std::vector<std::string>, Expression>;

/// Where a recipe looks up the names in it.
class RecipeNames {
 public:
  virtual ~RecipeNames() = default;

  /// The value of a name.
  /// Errors: InputError if the name does not exist, or depends on itself.
  virtual const RecipeValue& value_of(const std::string& name) = 0;

  /// A seed for random draws, another one at each call; 0 arguments: the same run, the same draws.
  /// Errors: InputError where nothing may be drawn.
  virtual std::uint32_t next_seed() = 0;
};

constexpr std::size_t kLongestRecipe = 4096;  ///< bytes
constexpr int kDeepestRecipe = 32;            ///< parentheses within parentheses

/// How a value is computed: a function of the engine applied to names, numbers and other recipes.
///
///     softmax_rows(divide(scores, sqrt(d_k)))      4 * d_model * n_heads * d_k
///
/// Whatever is not a function of the engine is arithmetic, in which names and functions stand for
/// single numbers: 2 * cell(M, 0, 1) + width(Q).
class Recipe {
 public:
  /// Errors: InputError naming the place in the text, in characters from 1, if it is not a recipe,
  ///         names no function, or is longer or deeper than the limits above.
  explicit Recipe(const std::string& text);

  /// A recipe for a formula: `variables` stay open in it, and other names may stand for formulas.
  ///
  ///     qkv + scores      n * total
  ///
  /// Errors: the same.
  Recipe(const std::string& text, const std::vector<std::string>& variables);

  /// Errors: InputError if a name is missing, or a function refuses what it is given.
  RecipeValue evaluate(RecipeNames& names) const;

  /// The names in it, each once, without its open variables.
  const std::vector<std::string>& names() const;

  /// Whether its result is random.
  bool draws() const;

  const std::string& text() const;

  struct Node;

 private:
  struct Parsed;

  std::shared_ptr<const Parsed> parsed_;  // shared, since worksheets are copied all the time
};

/// Whether a text is a name: letters, digits and _, no digit first.
bool is_name(std::string_view text);

/// Whether a text can be the name of a value: a name that arithmetic does not know already (sqrt,
/// pi, e). A function's name can: a function is what a parenthesis follows.
bool is_free_name(std::string_view text);

/// A number as the matrix that it is: 1 × 1.
arma::mat single(double number);

/// A whole number, a number of rows and so on: a value that must be a single number.
/// Errors: InputError naming `what`.
double single_number(const RecipeValue& value, const std::string& what);

/// A part of a recipe: a call of a function, arithmetic, or a name.
struct Recipe::Node {
  std::string text;                          ///< as written; of a name, the name
  const EngineFunction* function = nullptr;  ///< of a call; its arguments are the parts
  std::optional<Arithmetic> arithmetic{};    ///< what its variables stand for are the parts
  std::vector<std::string> variables{};      ///< of arithmetic, one for each part
  std::vector<std::shared_ptr<const Node>> parts{};

  bool is_name() const { return !function && !arithmetic; }
};

/// Where something begins in a manifest, line and column counted from 1; 0 where it is in none.
struct Place {
  std::size_t line = 0, column = 0;
  std::string file = "exercise.toml";  ///< within the folder of the exercise

  bool operator==(const Place&) const = default;
};

/// How far an answer may be from the truth, cell by cell. Being within either limit is enough.
struct Tolerance {
  double absolute = 0.0;
  double relative = 0.0;        ///< times the size of the expected number
  std::optional<int> decimals;  ///< where the exercise asked for digits: absolute is half a unit of
                                ///< the last, and a little for what binary makes of it
  std::optional<int> significant;  ///< the same, counted from the first digit: `relative` is in
                                   ///< units of the first digit of the expected number

  /// Whether only the rounding of binary numbers is forgiven.
  bool is_exact() const { return absolute <= kExact && relative <= kExact; }

  static constexpr double kExact = 1e-12;  ///< absolute and relative where the exercise has none
};

/// How much of the truth a wrong answer is shown: nothing, where it is wrong, or what is right.
enum class Reveal { none, location, values };
inline constexpr Named<Reveal> kReveals[] = {
    {Reveal::none, "none"}, {Reveal::location, "location"}, {Reveal::values, "values"}};

/// One of the answers to choose from, or one of the terms that a label may be.
struct Option {
  std::string id;                      ///< "a", "causal"
  LocalText text;                      ///< what it says
  std::vector<std::string> spellings;  ///< beside its id and texts, in any language

  /// Everything that may be typed for it: its id, its texts, its further spellings.
  std::vector<std::string> typed_as() const;
};

enum class FieldKind { number, matrix, mask, choice, list, expression, label };
inline constexpr Named<FieldKind> kFieldKinds[] = {
    {FieldKind::number, "number"},        {FieldKind::matrix, "matrix"}, {FieldKind::mask, "mask"},
    {FieldKind::choice, "choice"},        {FieldKind::label, "label"},   {FieldKind::list, "list"},
    {FieldKind::expression, "expression"}};

/// One thing the learner is asked for.
///
/// Every answer, whatever its kind, is a matrix once it is read, so that everything after the
/// reading treats all kinds alike:
///
///     number        1 × 1
///     matrix, mask  as they are
///     choice        1 × 1: the option's place
///     label         1 × 1: the option's place; −1 for none of them
///     list          1 × count: places in `items`
///     expression    kSamplePoints × 1: its values (see sampled()), or with `is_order` its growth
///
/// The truth is such a matrix too, except for a list: there it is the score of every item, as a
/// column, and a list is right if it holds the best in order. Pairs of n words are n · n items, of
/// which i · n + j is "i->j"; those of a word with itself have the score −∞.
struct Field {
  std::string name;
  FieldKind kind = FieldKind::number;
  LocalText ask;           ///< the question, one sentence
  std::string value_text;  ///< the right answer as the manifest has it: an expression, a recipe
  Tolerance tolerance;
  std::optional<Reveal> reveal;                     ///< absent: that of the exercise
  bool takes_degrees = true;                        ///< of a number: "90°" is π/2
  bool is_graded = true;                            ///< false for a guess, which only gets a remark
  double points = 1.0;                              ///< where a class is graded
  std::vector<std::string> row_labels, col_labels;  ///< of a matrix or a mask, or empty
  std::vector<Option> options;                      ///< of a choice or a label
  std::vector<std::string> items;                   ///< of a list: what can be listed, "cat->sat"
  bool are_pairs = false;                           ///< of a list: its items are pairs of words
  std::size_t count = 0;                            ///< of a list: how many are asked for
  bool is_ordered = true;                           ///< of a list
  std::vector<std::string> variables;               ///< of an expression
  std::vector<std::size_t> hints;  ///< those that help here, from 1, in the order of reading
  bool is_order = false;  ///< of an expression: only its order of growth counts, O(...) is read

  /// The ids of its options.
  std::vector<std::string> option_ids() const;
  /// What its options are called on a page: a, b, c, ... by their places, since an id may give away
  /// the answer. Ids of a single character are shown themselves, as they are where such a letter
  /// stands for another option.
  std::vector<std::string> option_letters() const;
  /// Whether its answer is numbers that have a tolerance.
  bool is_numeric() const { return kind == FieldKind::number || kind == FieldKind::matrix; }
  /// Whether each cell of its answer stands for itself, and not for a place or a score.
  bool has_cells() const { return is_numeric() || kind == FieldKind::mask; }
};

/// What a name in an exercise stands for: a matrix, a text list, a formula, or how to compute it.
using Definition = std::variant<arma::mat, std::vector<std::string>, Recipe, Expression>;
using Definitions = std::map<std::string, Definition>;

/// Of fields: the ways in which an answer may follow from the answers before it, the usual one
/// first.
using Follows = std::map<std::string, std::vector<Definition>>;

/// The first way of each field.
Definitions usual_ways(const Follows& follows);

/// Another way to answer: a mistake with a name, or a reading that is right too.
struct Alternative {
  std::string name;    ///< "no_scale"
  Definitions change;  ///< what is computed in another way; the rest follows from it
  std::map<std::string, std::string> formulas;  ///< of the expressions among it, as they are typed
  LocalText say;          ///< what the learner is told; empty: what known_misconceptions() has
  bool accepted = false;  ///< right too; `say` is then a remark
  bool printed = false;   ///< what the textbook prints, wrongly. With the book's numbers only
  bool is_alone = false;  ///< only the fields that it changes are accepted: the rest is judged by
                          ///< what was written there, and by either while nothing is
  bool may_coincide =
      false;      ///< a variant may have numbers with which it equals another or the
                  ///< truth; those of the other alternatives are drawn so that none does
  Place place{};  ///< of its table, or of the one of its stage; of a further place, of that
};

/// A table of numbers that the learner can make, drawn at random: a row for each value of `over`.
struct Simulation {
  struct Column {
    LocalText title;
    Recipe value;  ///< may use `over`'s name
  };
  LocalText title, note;
  std::string over;            ///< "d_k"
  std::vector<double> values;  ///< what it runs through
  std::vector<Column> columns;
};

/// How a program reads a request and writes its reply.
enum class Contract {
  json,   ///< one JSON object each, a name for every value
  tokens  ///< numbers between white space, in the order of the names
};
inline constexpr Named<Contract> kContracts[] = {{Contract::json, "stdio-json/1"},
                                                 {Contract::tokens, "tokens"}};

/// How programs of a language are run. In its words {file} is the program, {exe} what was built.
struct ProgramLanguage {
  std::string extension;           ///< "py"
  std::vector<std::string> build;  ///< nothing where it is run as it is
  std::vector<std::string> run;
};

/// One thing that a program is tried for, with several requests.
struct ProgramCheck {
  enum class Looks {
    shape,     ///< only the shapes of the reply
    values,    ///< the reply is right
    unchanged  ///< a change of the request leaves some of the reply as it was
  };
  std::string name;  ///< "future"
  LocalText title;   ///< what must hold, one sentence
  Looks looks = Looks::values;
  std::vector<std::string> after;  ///< checks that must be passed before it makes sense
  double points = 1.0;
  std::vector<Definitions> cases;  ///< what is given in each, from small to large; may be drawn
  std::map<std::string, std::string> change;  ///< of `unchanged`: what is given, and what replaces
                                              ///< it; both are names
  std::map<std::string, std::string> same;    ///< of `unchanged`: fields, and the name of a matrix
                                              ///< that has 1 where their cells must stay
  bool is_hidden = false;  ///< known to whoever grades alone: nothing of its cases is shown
  Place place{};
};

/// What is asked for where it is a program: its reply has the fields of the exercise.
struct Program {
  Contract contract = Contract::json;
  std::vector<ProgramLanguage> languages;
  Limits limits;
  std::set<std::string> single_numbers;  ///< of what is given: not matrices, even if 1 × 1
  std::vector<ProgramCheck> checks;

  /// The language of a file by its name, be it in capitals; null if it is none of them.
  const ProgramLanguage* language_of(const std::string& file) const;
};

/// Pages of an exercise, as Markdown with {{names}} of what is given.
struct Pages {
  LocalText prompt;
  std::vector<LocalText> hints;  ///< from the gentlest to the plainest
  LocalText solution;
  std::string answer_template;  ///< what `start` copies; "": it makes one
  std::string answer;           ///< a whole right answer for the book's numbers
  /// By extension, where a program is asked for.
  std::map<std::string, std::string> program_templates{}, program_solutions{};
  /// Of each language, the lines of its file at which the hints begin, counted from 1.
  std::map<std::string, std::vector<std::size_t>> hint_lines{};
};

/// One exercise of a course.
struct Exercise {
  std::string id;       ///< "attention-by-hand"; permanent, progress is kept under it
  unsigned number = 0;  ///< its place in the course, from its folder's name
  std::vector<std::string> languages = kUsualLanguages;  ///< of its texts and pages, by their codes
  LocalText title;
  LocalText source;      ///< which chapter it is from, or nothing
  LocalText topic;       ///< what it is about, in a word or two, or nothing
  unsigned minutes = 0;  ///< how long it takes most people; 0: not known
  Reveal reveal = Reveal::values;
  std::vector<std::string> given;  ///< names in `definitions` that the prompt may show, in order
  Definitions definitions;         ///< what is given and what is defined from it, fields included
  Definitions variant;             ///< how other numbers are drawn; empty: no variants
  std::vector<Field> fields;       ///< in the order in which they are asked
  Follows follows;                 ///< where the field's own recipe does not go through those
  std::vector<Alternative> alternatives;
  std::optional<Simulation> simulation;
  std::optional<Program> program;  ///< where a program is asked for, and not answers
  Pages pages;
  Place id_place{};                     ///< of its id
  std::map<std::string, Place> places;  ///< of what the names in `definitions` stand for

  /// The field of that name; null if it does not exist.
  const Field* find_field(const std::string& name) const;

  /// Errors: std::out_of_range if it does not exist.
  const Field& field(const std::string& name) const;
};

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
