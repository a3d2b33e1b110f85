#include "practice/course/manifest_fields.hpp"

#include <algorithm>
#include <cmath>

#include "practice/answer/written_form.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/formula/formula.hpp"

namespace attn {
namespace {

// Half a unit of the last digit, and a little: 0.0625 rounds to 0.063, but in binary the two differ
// by a hair more than half a unit.
double half_a_unit(int digits) { return 0.5 * std::pow(10.0, -digits) * (1.0 + 1e-9); }

double positive(const TomlItem& value) {
  const double number = value.number();
  if (!(number > 0.0) || !std::isfinite(number))
    value.refuse(translated("a tolerance is a number above 0."));
  return number;
}

Tolerance read_tolerance(TomlTable& table) {
  constexpr int kMostDigits = 12;
  const auto decimals = table.find("decimals"), significant = table.find("significant");
  const auto absolute = table.find("absolute"), relative = table.find("relative");
  if (int{decimals.has_value()} + int{significant.has_value()} + int{absolute || relative} > 1)
    (decimals ? *decimals : *significant)
        .refuse(translated("one tolerance is enough: decimals, significant, or absolute and "
                           "relative."));
  Tolerance tolerance{.absolute = Tolerance::kExact, .relative = Tolerance::kExact};
  if (decimals) {
    tolerance.decimals = decimals->whole(0, kMostDigits);
    tolerance.absolute = half_a_unit(*tolerance.decimals);
  }
  if (significant || relative) tolerance.absolute = 0.0;
  if (significant) {
    tolerance.significant = significant->whole(1, kMostDigits);
    // Half a unit of the last digit of 1.000, relative to which no other number allows more.
    tolerance.relative = half_a_unit(*tolerance.significant - 1);
  }
  if (absolute) tolerance.absolute = positive(*absolute);
  if (relative) tolerance.relative = positive(*relative);
  return tolerance;
}

// The words that a key names, which stand under [given].
std::vector<std::string> named_words(const TomlItem& value, const Definitions& definitions) {
  const auto found = definitions.find(value.text());
  if (found == definitions.end() ||
      !std::holds_alternative<std::vector<std::string>>(found->second))
    value.refuse(message("a list of words under [given] was expected, but {} is not one.",
                         preview(value.text())));
  return std::get<std::vector<std::string>>(found->second);
}

// Everything that may be typed for an option, in the form that is compared.
std::vector<std::string> typed_forms(const Option& option) {
  std::vector<std::string> forms;
  for (const std::string& typed : option.typed_as()) forms.push_back(compared_form(typed));
  return forms;
}

void refuse_one_spelling_for_two(const TomlItem& value, const Option& option,
                                 const std::vector<Option>& others) {
  const std::vector<std::string> forms = typed_forms(option);
  for (const Option& other : others)
    for (const std::string& form : typed_forms(other))
      if (std::find(forms.begin(), forms.end(), form) != forms.end())
        value.refuse(message("{} could be typed for {} as well as for {}.", preview(form),
                             preview(other.id), preview(option.id)));
}

std::vector<Option> read_options(const TomlItem& value, FieldKind kind) {
  std::vector<Option> options;
  for (const TomlItem& each : value.list()) {
    TomlTable table(each);
    Option option{.id = table.need("id").text(), .text = {}, .spellings = {}};
    option.text = table.local_text("text");
    if (const auto also = table.find("also")) option.spellings = also->words();
    table.finish();
    if (option.id.empty()) each.refuse(translated("the text is empty."));
    for (const Option& other : options)
      if (other.id == option.id)
        each.refuse(message("two options have the id {}.", preview(option.id)));
    refuse_one_spelling_for_two(each, option, options);
    options.push_back(std::move(option));
  }
  if (kind == FieldKind::choice && options.size() < 2)
    value.refuse(translated("a choice needs two options or more."));
  return options;
}

void read_list(TomlTable& table, const Definitions& definitions, Field& field) {
  constexpr int kMostItems = 1000;
  const auto items = table.find("items"), pairs = table.find("pairs");
  if (items.has_value() == pairs.has_value())
    table.self().refuse(translated("a list needs either items or pairs."));
  const TomlItem& source = items ? *items : *pairs;
  const std::vector<std::string> words = named_words(source, definitions);
  // Of two items that are spelled alike the one that fits is meant; of pairs nobody could tell.
  for (auto word = words.begin(); pairs && word != words.end(); ++word)
    if (std::find(words.begin(), word, *word) != word)
      source.refuse(
          message("{} is there twice, so that an answer could mean either.", preview(*word)));
  for (const std::string& word : words)
    if (word.find_first_of(" \t\r\n,;") != word.npos)
      source.refuse(
          message("'{}' cannot be listed in an answer, whose items are separated by spaces and "
                  "commas: use one word.",
                  preview(word)));
  field.are_pairs = pairs.has_value();
  if (field.are_pairs && words.size() < 2)
    source.refuse(translated("a pair needs two different words, and there is one."));
  field.items = words;
  if (field.are_pairs) {
    field.items.clear();
    for (const std::string& from : words)
      for (const std::string& to : words) field.items.push_back(from + "->" + to);
  }
  if (field.items.size() > kMostItems)
    source.refuse(message("a list has at most {} items, and this one has {}.", kMostItems,
                          field.items.size()));
  const std::size_t n_pairs = words.size() * (words.size() - 1);
  const std::size_t n_listable = field.are_pairs ? n_pairs : words.size();
  field.count =
      static_cast<std::size_t>(table.need("count").whole(1, static_cast<int>(n_listable)));
  if (const auto ordered = table.find("ordered")) field.is_ordered = ordered->truth();
}

void read_expression(TomlTable& table, Field& field) {
  constexpr std::size_t kMostVariables = 8;  // a growth has a direction for each pair of them
  const TomlItem variables = table.need("variables");
  field.variables = variables.different_words();
  if (field.variables.size() > kMostVariables)
    variables.refuse(message("a formula has at most {} variables, and this one has {}.",
                             kMostVariables, field.variables.size()));
  for (const std::string& variable : field.variables) require_free_name(variables, variable);
  if (const auto order = table.find("order")) field.is_order = order->truth();
  // Other ways to write the same formula add up in another order.
  if (!field.is_order) field.tolerance.relative = 1e-9;
}

std::vector<std::size_t> read_hint_numbers(const TomlItem& value) {
  constexpr int kMostHints = 100;
  std::vector<std::size_t> hints;
  for (const TomlItem& each : value.list())
    hints.push_back(static_cast<std::size_t>(each.whole(1, kMostHints)));
  return hints;
}

// The right answer of a field that gives another key instead of `value`.
void read_kind(TomlTable& table, const Definitions& definitions, Field& field) {
  const auto labels = [&](const char* key) {
    const auto value = table.find(key);
    return value ? named_words(*value, definitions) : std::vector<std::string>{};
  };
  field.tolerance = {.absolute = Tolerance::kExact, .relative = Tolerance::kExact};
  switch (field.kind) {
    case FieldKind::matrix:
      field.tolerance = read_tolerance(table);
      [[fallthrough]];
    case FieldKind::mask:
      field.row_labels = labels("rows");
      field.col_labels = labels("cols");
      return;
    case FieldKind::number:
      field.tolerance = read_tolerance(table);
      return;
    case FieldKind::choice:
    case FieldKind::label:
      field.options = read_options(table.need("options"), field.kind);
      return;
    case FieldKind::list:
      return read_list(table, definitions, field);
    case FieldKind::expression:
      return read_expression(table, field);
  }
}

// A formula in the field's variables; one in which other names stand for formulas is a recipe.
Definition formula_definition(const Field& field, const TomlItem& value) {
  try {
    if (field.is_order) return arma::mat(arma::vec(growth(value.text(), field.variables)));
    Expression formula = expression_of(value.text(), field.variables);
    samples_of(formula);  // refused here, where its place is known, if it has no values
    return formula;
  } catch (const InputError& error) {
    const Recipe recipe = read_recipe(value, field.variables);
    if (recipe.names().empty()) value.refuse(error.what());
    return recipe;
  }
}

// The id of an option stands for its place; anything else must be a recipe for a place.
Definition option_definition(const Field& field, const TomlItem& value) {
  std::vector<std::string> ids;
  for (const Option& option : field.options) {
    if (option.id == value.text()) return arma::mat{static_cast<double>(ids.size())};
    ids.push_back(option.id);
  }
  try {
    const Recipe recipe(value.text());
    // A name alone is far more often an id mistyped than the place of an option.
    if (recipe.names() != std::vector{recipe.text()}) return recipe;
  } catch (const InputError&) {
    // Text that is not a recipe either was meant as an id.
  }
  value.refuse(message("{} is neither one of the ids {} nor a recipe for the place of one.",
                       preview(value.text()), listed(ids)));
}

// A technical term for what is asked about, and not for what the learner has computed.
bool is_fixed_term(const Field& field) {
  return field.kind == FieldKind::label &&
         std::any_of(field.options.begin(), field.options.end(),
                     [&field](const Option& option) { return option.id == field.value_text; });
}

}  // namespace

Place place_of(const TomlItem& value) {
  return {.line = value.value->line, .column = value.value->column};
}

Recipe read_recipe(const TomlItem& value, const std::vector<std::string>& variables) {
  const std::string& written = value.text();
  return value.placed([&] { return Recipe(written, variables); });
}

Definition field_definition(const Field& field, const TomlItem& value) {
  switch (field.kind) {
    case FieldKind::choice:
    case FieldKind::label:
      return option_definition(field, value);
    case FieldKind::expression:
      return formula_definition(field, value);
    default:
      break;
  }
  if (value.is_text()) return read_recipe(value);
  return value.placed([&] { return as_truth(field, value.numbers()); });
}

Definition plain_definition(const TomlItem& value) {
  if (value.is_text()) return read_recipe(value);
  if (value.is_list_of_texts()) return value.words();
  return value.numbers();
}

void require_no_draws(const TomlItem& value, const Definition& definition) {
  const auto* recipe = std::get_if<Recipe>(&definition);
  if (recipe && recipe->draws())
    value.refuse(
        translated("random numbers are drawn under [variant] and in a [simulation] only."));
}

Reveal read_reveal(const TomlItem& value) { return one_of(value, kReveals); }

void require_free_name(const TomlItem& place, const std::string& name) {
  if (!is_free_name(name))
    place.refuse(
        message("{} cannot be the name of a value: use letters, digits and _, and no name "
                "that arithmetic knows (sqrt, pi, e).",
                preview(name)));
}

void require_new_name(const TomlItem& place, const std::string& name,
                      const Definitions& definitions) {
  require_free_name(place, name);
  if (name == "exercise" || name == "variant")
    place.refuse(message("an answer file says {} for itself; choose another name.", name));
  if (definitions.contains(name)) place.refuse(message("the name {} is there twice.", name));
}

double read_points(TomlTable& table) {
  constexpr double kMostPoints = 1000.0;
  const auto points = table.find("points");
  if (!points) return 1.0;
  const double number = points->number();
  if (!(number > 0.0) || number > kMostPoints)
    points->refuse(message("points are a number above 0 and at most {}.", kMostPoints));
  return number;
}

Field read_field(TomlTable& table, Definitions& definitions, Follows& following) {
  const TomlItem name = table.need("name");
  require_new_name(name, name.text(), definitions);
  Field field;
  field.name = name.text();
  field.kind = one_of(table.need("kind"), kFieldKinds);
  field.ask = table.need("ask").local_text();
  if (const auto reveal = table.find("reveal")) field.reveal = read_reveal(*reveal);
  if (const auto hints = table.find("hints")) field.hints = read_hint_numbers(*hints);
  if (const auto graded = table.find("graded")) field.is_graded = graded->truth();
  field.points = read_points(table);
  if (const auto degrees = table.find("degrees")) field.takes_degrees = degrees->truth();
  read_kind(table, definitions, field);
  const auto follows = table.find("follows");
  const TomlItem value = table.need(field.kind == FieldKind::list ? "by" : "value");
  if (value.is_text()) field.value_text = value.text();
  table.finish();
  definitions.emplace(field.name, field_definition(field, value));
  if (!follows) return field;
  if (is_fixed_term(field))
    follows->refuse(
        translated("a term that is the same whatever the numbers are follows from none "
                   "of them: leave follows out."));
  std::vector<Definition>& ways = following[field.name];
  if (follows->is_list_of_texts())
    for (const TomlItem& way : follows->list()) ways.push_back(field_definition(field, way));
  else
    ways.push_back(field_definition(field, *follows));
  return field;
}

}  // namespace attn
