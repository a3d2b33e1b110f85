#include "practice/exercise/exercise.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/shape.hpp"
#include "practice/exercise/engine.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

// a, ..., z, aa, ab, ...
std::string letter_at(std::size_t place) {
  constexpr std::size_t n_letters = 26;
  const std::string before = place < n_letters ? "" : letter_at(place / n_letters - 1);
  return before + static_cast<char>('a' + place % n_letters);
}

bool is_single(const std::string& text) { return text.size() == 1; }

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::vector<std::string> Option::typed_as() const {
  std::vector<std::string> typed{id};
  for (const auto& [code, one] : text.texts) typed.push_back(one);
  typed.insert(typed.end(), spellings.begin(), spellings.end());
  return typed;
}

std::vector<std::string> Field::option_ids() const {
  std::vector<std::string> ids;
  for (const Option& option : options) ids.push_back(option.id);
  return ids;
}

std::vector<std::string> Field::option_letters() const {
  const std::vector<std::string> ids = option_ids();
  if (std::all_of(ids.begin(), ids.end(), is_single)) return ids;
  std::vector<std::string> letters;
  for (std::size_t place = 0; place < options.size(); ++place) letters.push_back(letter_at(place));
  for (std::size_t place = 0; place < options.size(); ++place)
    for (const std::string& typed : options[place].typed_as()) {
      const auto same = std::find(letters.begin(), letters.end(), in_small_letters(typed));
      if (same != letters.end() && *same != letters[place]) return ids;
    }
  return letters;
}

const ProgramLanguage* Program::language_of(const std::string& file) const {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return nullptr;
  const std::string extension = in_small_letters(file.substr(dot + 1));
  for (const ProgramLanguage& language : languages)
    if (extension == in_small_letters(language.extension)) return &language;
  return nullptr;
}

Definitions usual_ways(const Follows& follows) {
  Definitions usual;
  for (const auto& [name, ways] : follows) usual.emplace(name, ways.front());
  return usual;
}

const Field* Exercise::find_field(const std::string& name) const {
  for (const Field& field : fields)
    if (field.name == name) return &field;
  return nullptr;
}

const Field& Exercise::field(const std::string& name) const {
  if (const Field* found = find_field(name)) return *found;
  throw std::out_of_range("no field " + name);
}

namespace {

using Node = Recipe::Node;

template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

using Variables = std::vector<std::string>;

// What is computed with: names, and the variables that stay open in a formula.
struct Surroundings {
  RecipeNames& names;
  const Variables& open;
};

RecipeValue value_of_node(const Node& node, Surroundings& around);

RecipeValue call(const Node& node, Surroundings& around) {
  std::vector<RecipeValue> arguments;
  arguments.reserve(node.parts.size());
  for (const auto& part : node.parts) arguments.push_back(value_of_node(*part, around));
  try {
    return node.function->run(EngineCall(arguments, around.names));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", node.text, error.what()));
  }
}

// An open variable as the formula that it is.
Expression open_variable(const std::string& name, const Variables& open) {
  return {open, [name](const Expression::Values& values) { return values.at(name); }, name};
}

// The text of arithmetic with those of the formulas in it; "" if one of them has none.
std::string text_with(const Node& node, const std::map<std::string, double>& numbers,
                      const std::map<std::string, Expression>& formulas) {
  std::string text;
  for (std::size_t i = 0; i < node.text.size();) {
    std::size_t end = i + 1;
    if (begins_name(node.text[i]))
      while (end < node.text.size() &&
             (begins_name(node.text[end]) || is_ascii_digit(node.text[end])))
        ++end;
    const std::string token = node.text.substr(i, end - i);
    i = end;
    if (const auto formula = formulas.find(token); formula != formulas.end()) {
      if (formula->second.text.empty() || text.size() > kLongestRecipe) return "";
      text += "(" + formula->second.text + ")";
    } else if (const auto number = numbers.find(token); number != numbers.end()) {
      text += fmt::format("({})", number->second);
    } else {
      text += token;
    }
  }
  return text;
}

// Formulas of formulas, each computed anew, are soon too many.
std::size_t n_parts_of(const std::map<std::string, Expression>& formulas) {
  constexpr std::size_t kMostParts = 1000;
  std::size_t n_parts = 1;
  for (const auto& [name, formula] : formulas) n_parts += formula.n_parts;
  if (n_parts > kMostParts)
    throw InputError(message("more than {} formulas are computed for one.", kMostParts));
  return n_parts;
}

bool is_by_hand(const std::map<std::string, Expression>& formulas) {
  return std::any_of(formulas.begin(), formulas.end(), [](const auto& one) {
    return one.second.spelling == FormulaSpelling::by_hand;
  });
}

RecipeValue compute(const Node& node, Surroundings& around) {
  std::map<std::string, double> numbers;
  std::map<std::string, Expression> formulas;
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    const RecipeValue value = value_of_node(*node.parts[i], around);
    if (const auto* formula = std::get_if<Expression>(&value))
      formulas[node.variables[i]] = *formula;
    else
      numbers[node.variables[i]] = single_number(value, node.parts[i]->text);
  }
  if (formulas.empty()) return single(node.arithmetic->at(numbers));
  const auto at = [arithmetic = *node.arithmetic, numbers,
                   formulas](const Expression::Values& where) {
    Expression::Values values = numbers;
    for (const auto& [name, formula] : formulas) values[name] = formula.at(where);
    return arithmetic.at(values);
  };
  return Expression{around.open, at, text_with(node, numbers, formulas),
                    is_by_hand(formulas) ? FormulaSpelling::by_hand : FormulaSpelling::strict,
                    n_parts_of(formulas)};
}

RecipeValue value_of_node(const Node& node, Surroundings& around) {
  if (node.function) return call(node, around);
  if (node.arithmetic) return compute(node, around);
  if (contains(around.open, node.text)) return open_variable(node.text, around.open);
  return around.names.value_of(node.text);
}

template <typename Visit>
void visit_all(const Node& node, Visit visit) {
  visit(node);
  for (const auto& part : node.parts) visit_all(*part, visit);
}

constexpr std::array kArithmeticConstants{"pi", "e"};  // that Arithmetic knows by itself

/// Reads a text from the outside in: a call by its arguments, each as a recipe of its own; what is
/// not a call is handed to Arithmetic, with a variable for each call inside it.
class RecipeReader {
 public:
  explicit RecipeReader(const std::string& text) : text_(text) {
    if (text.size() > kLongestRecipe)
      throw InputError(message("A recipe has at most {} bytes, and this one has {}.",
                               kLongestRecipe, text.size()));
    require_parentheses();
  }

  Node read(std::size_t begin, std::size_t end) const {
    begin = std::min(text_.find_first_not_of(kSpaces, begin), end);
    if (begin == end) refuse(begin, translated("a name, a number or a function is missing"));
    end = text_.find_last_not_of(kSpaces, end - 1) + 1;
    const std::string_view name = name_at(begin, end);
    if (begin + name.size() == end && !contains(kArithmeticConstants, name))
      return Node{.text = std::string(name)};
    if (const EngineFunction* function = function_called_at(begin, end);
        function && closing(text_.find('(', begin)) + 1 == end)
      return read_call(*function, begin, end);
    return read_arithmetic(begin, end);
  }

 private:
  // Checked once for the whole text, so that everything later may rely on it.
  void require_parentheses() const {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '(') open.push_back(i);
      if (open.size() > kDeepestRecipe)
        refuse(i, message("more than {} parentheses within one another", kDeepestRecipe));
      if (text_[i] != ')') continue;
      if (open.empty()) refuse(i, translated("this parenthesis closes none"));
      open.pop_back();
    }
    if (!open.empty()) refuse(open.back(), translated("this parenthesis is never closed"));
  }

  Node read_call(const EngineFunction& function, std::size_t begin, std::size_t end) const {
    Node node{.text = text_.substr(begin, end - begin), .function = &function};
    std::size_t start = text_.find('(', begin) + 1;
    int depth = 0;
    for (std::size_t i = start; i < end; ++i) {
      const bool ends = depth == 0 && (text_[i] == ',' || i + 1 == end);
      if (text_[i] == '(') ++depth;
      if (text_[i] == ')') --depth;
      if (!ends) continue;
      node.parts.push_back(std::make_shared<const Node>(read(start, i)));
      start = i + 1;
    }
    const std::size_t wanted = function.n_arguments;
    if (wanted != 0 && node.parts.size() != wanted)
      refuse(begin, message("{} takes {} arguments, {}({}), and has {}", function.name, wanted,
                            function.name, function.arguments, node.parts.size()));
    return node;
  }

  Node read_arithmetic(std::size_t begin, std::size_t end) const {
    Node node{.text = text_.substr(begin, end - begin)};
    std::string arithmetic;
    for (std::size_t i = begin; i < end;) {
      const std::size_t length = length_of_token(i, end);
      const std::string token = text_.substr(i, length);
      if (!begins_name(text_[i]) || contains(kArithmeticConstants, token) ||
          is_known_call(i, end)) {
        arithmetic += token;
        i += length;
        continue;
      }
      const EngineFunction* function = function_called_at(i, end);
      const std::size_t stop = function ? closing(text_.find('(', i)) + 1 : i + length;
      const std::string variable = function ? fresh_name(node.variables) : token;
      arithmetic +=
          variable;  // as wide as what it replaces, so that places in the text stay the same
      const std::size_t width = n_characters(i, stop);
      if (width > variable.size()) arithmetic.append(width - variable.size(), ' ');
      if (!contains(node.variables, variable)) {
        node.variables.push_back(variable);
        node.parts.push_back(std::make_shared<const Node>(read(i, stop)));
      }
      i = stop;
    }
    try {
      node.arithmetic.emplace(arithmetic, node.variables);
    } catch (const InputError& error) {
      throw InputError(message("In the recipe “{}”: {}", preview(node.text, 60), error.what()));
    }
    return node;
  }

  // How long the name or number is that begins at a place; 1 for anything else.
  std::size_t length_of_token(std::size_t at, std::size_t end) const {
    const std::string_view name = name_at(at, end);
    if (!name.empty()) return name.size();
    std::size_t i = at;
    const auto digits = [&] {
      const std::size_t start = i;
      while (i < end && is_ascii_digit(text_[i])) ++i;
      return i > start;
    };
    bool is_number = digits();
    if (i < end && text_[i] == '.') {
      ++i;
      is_number = digits() || is_number;
    }
    if (!is_number) return 1;
    const std::size_t mantissa = i;
    if (i < end && (text_[i] == 'e' || text_[i] == 'E')) {
      ++i;
      if (i < end && (text_[i] == '+' || text_[i] == '-')) ++i;
      if (!digits()) i = mantissa;
    }
    return i - at;
  }

  std::string_view name_at(std::size_t at, std::size_t end) const {
    std::size_t i = at;
    if (i < end && begins_name(text_[i]))
      while (i < end && (begins_name(text_[i]) || is_ascii_digit(text_[i]))) ++i;
    return std::string_view(text_).substr(at, i - at);
  }

  // Whether a name is followed by a parenthesis.
  bool is_call(std::size_t at, std::size_t end) const {
    const std::size_t length = name_at(at, end).size();
    const std::size_t next = text_.find_first_not_of(kSpaces, at + length);
    return length > 0 && next < end && text_[next] == '(';
  }

  bool is_known_call(std::size_t at, std::size_t end) const {
    return is_call(at, end) && contains(formula_functions(), name_at(at, end));
  }

  // The function of the engine that is called at a place; null where none is called.
  const EngineFunction* function_called_at(std::size_t at, std::size_t end) const {
    if (!is_call(at, end) || is_known_call(at, end)) return nullptr;
    const std::string name(name_at(at, end));
    if (const EngineFunction* function = engine_function(name)) return function;
    std::vector<std::string> known = formula_functions();
    for (const EngineFunction& function : engine_functions()) known.emplace_back(function.name);
    const std::string meant = nearest(name, known);
    refuse(at, meant.empty()
                   ? message("there is no function {}", preview(name))
                   : message("there is no function {} (did you mean {}?)", preview(name), meant));
  }

  // Where the parenthesis that opens at a place is closed.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open;; ++i) {
      if (text_[i] == '(') ++depth;
      if (text_[i] == ')' && --depth == 0) return i;
    }
  }

  // A variable for a call, which is never shorter than it: "call1" for sum(M).
  std::string fresh_name(const std::vector<std::string>& taken) const {
    for (std::size_t i = 0;; ++i) {
      const std::string name = fmt::format("call{}", i);
      if (!contains(taken, name) && text_.find(name) == std::string::npos) return name;
    }
  }

  std::size_t n_characters(std::size_t begin, std::size_t end) const {
    return character_count(std::string_view(text_).substr(begin, end - begin));
  }

  std::string shown() const { return preview(text_, 60); }

  [[noreturn]] void refuse(std::size_t at, const std::string& why) const {
    throw InputError(
        message("In the recipe “{}”, character {}: {}.", shown(), n_characters(0, at) + 1, why));
  }

  const std::string& text_;
};

Node read_recipe(const std::string& text) { return RecipeReader(text).read(0, text.size()); }

}  // namespace

struct Recipe::Parsed {
  std::string text;
  std::vector<std::string> open;
  Node root;
  std::vector<std::string> names;
};

namespace {

std::vector<std::string> names_of_node(const Node& root, const Variables& open) {
  std::vector<std::string> found;
  visit_all(root, [&](const Node& node) {
    if (node.is_name() && !contains(found, node.text) && !contains(open, node.text))
      found.push_back(node.text);
  });
  return found;
}

}  // namespace

Recipe::Recipe(const std::string& text) : Recipe(text, std::vector<std::string>{}) {}

Recipe::Recipe(const std::string& text, const std::vector<std::string>& variables) {
  Node root = read_recipe(text);
  std::vector<std::string> names = names_of_node(root, variables);
  parsed_ =
      std::make_shared<const Parsed>(Parsed{text, variables, std::move(root), std::move(names)});
}

RecipeValue Recipe::evaluate(RecipeNames& names) const {
  Surroundings around{names, parsed_->open};
  return value_of_node(parsed_->root, around);
}

const std::vector<std::string>& Recipe::names() const { return parsed_->names; }

const std::string& Recipe::text() const { return parsed_->text; }

bool Recipe::draws() const {
  bool found = false;
  visit_all(parsed_->root, [&found](const Node& node) {
    found = found || (node.function && node.function->draws);
  });
  return found;
}

arma::mat single(double number) { return arma::mat(1, 1, arma::fill::value(number)); }

double single_number(const RecipeValue& value, const std::string& what) {
  const auto* numbers = std::get_if<arma::mat>(&value);
  if (!numbers)
    throw InputError(message("{} must be a single number, and words were given.", what));
  if (numbers->n_elem != 1)
    throw InputError(message("{} must be a single number, and is {}.", what, shape_of(*numbers)));
  return (*numbers)(0);
}

bool is_name(std::string_view text) {
  return !text.empty() && begins_name(text.front()) &&
         std::all_of(text.begin(), text.end(), goes_on_in_name);
}

bool is_free_name(std::string_view text) {
  return is_name(text) && !contains(formula_functions(), text) &&
         !contains(kArithmeticConstants, text);
}

}  // namespace attn
