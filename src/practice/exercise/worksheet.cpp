#include "practice/exercise/worksheet.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/mask.hpp"
#include "core/shape.hpp"
#include "data/random/random.hpp"
#include "practice/exercise/engine.hpp"

namespace attn {

namespace {

constexpr unsigned kMostDraws = 1000;

// The score of each item, as a column. Pairs come row by row; an item is not paired with itself.
arma::mat item_scores(const Field& field, const arma::mat& value) {
  if (!field.are_pairs) {
    if (value.n_elem != field.items.size())
      throw InputError(message("{} needs one score for each of its {} items, and has {}.",
                               field.name, field.items.size(), shape_of(value)));
    return arma::vectorise(value);
  }
  const auto n = static_cast<arma::uword>(std::lround(std::sqrt(field.items.size())));
  require_shape(field.name, value.n_rows, value.n_cols, n, n);
  arma::mat scores = value;
  scores.diag().fill(-arma::datum::inf);
  return arma::vectorise(scores.t());
}

void require_labelled(const Field& field, const arma::mat& value) {
  const arma::uword n_rows = field.row_labels.empty() ? value.n_rows : field.row_labels.size();
  const arma::uword n_cols = field.col_labels.empty() ? value.n_cols : field.col_labels.size();
  require_shape(field.name, value.n_rows, value.n_cols, n_rows, n_cols);
}

void require_place(const Field& field, double place) {
  const auto n_options = static_cast<double>(field.options.size());
  if (place >= 0.0 && place < n_options && place == std::floor(place)) return;
  throw InputError(message("{} must be the place of an option, from 0 to {}, and is {}.",
                           field.name, field.options.size() - 1, place));
}

// In a list of pairs the diagonal is −∞ and cannot be listed; everything else must be finite.
bool is_finite(const Field& field, const arma::mat& truth) {
  if (field.kind != FieldKind::list) return truth.is_finite();
  const auto n_finite =
      std::count_if(truth.begin(), truth.end(), [](double score) { return std::isfinite(score); });
  return !truth.has_nan() && static_cast<std::size_t>(n_finite) >= field.count;
}

}  // namespace

arma::mat as_truth(const Field& field, const arma::mat& value) {
  switch (field.kind) {
    case FieldKind::list:
      return item_scores(field, value);
    case FieldKind::mask:
      mask_from_numbers(value);  // it refuses everything but 0 and 1
      [[fallthrough]];
    case FieldKind::matrix:
      require_not_empty(field.name, value);
      require_labelled(field, value);
      return value;
    case FieldKind::choice:
    case FieldKind::label:
      require_place(field, single_number(value, field.name));
      return value;
    case FieldKind::number:
      single_number(value, field.name);
      return value;
    case FieldKind::expression:
      return value;
  }
  return value;
}

// Only what depends on a changed name is computed anew; everything else is asked of the values that
// were there before.
class Worksheet::Values : public RecipeNames {
 public:
  Values(const Exercise& exercise, std::uint64_t variant, unsigned attempt)
      : exercise_(exercise), variant_(variant), definitions_(exercise.definitions) {
    if (variant > 0)
      draw(exercise.variant, fmt::format("{}\n{}\n{}", exercise.id, variant, attempt));
  }

  Values(const Exercise& exercise, const Definitions& drawn, const std::string& name,
         std::uint64_t seed)
      : exercise_(exercise), variant_(seed), definitions_(exercise.definitions) {
    takes_any_shape_ = true;
    draw(drawn, fmt::format("{}\nrequest\n{}\n{}", exercise.id, name, seed));
  }

  Values(std::shared_ptr<Values> before, const Definitions& changes)
      : exercise_(before->exercise_),
        variant_(before->variant_),
        drawn_(before->drawn_),
        seed_text_(before->seed_text_),
        takes_any_shape_(before->takes_any_shape_),
        before_(std::move(before)),
        changes_(changes),
        definitions_(before_->definitions_) {
    definitions_.replace(changes_);
    for (const auto& [name, definition] : changes_) {
      const Names& dependents = before_->dependents_of(name);
      changed_.insert(dependents.begin(), dependents.end());
    }
  }

  void take_any_shape() { takes_any_shape_ = true; }

  const RecipeValue& value_of(const std::string& name) override {
    if (before_ && !changed_.contains(name)) return before_->value_of(name);
    const auto known = known_.find(name);
    if (known != known_.end()) return known->second;
    const Definition* definition = definitions_.find(name);
    if (definition == nullptr) refuse_missing_name(exercise_.definitions, name);

    std::vector<std::string> path;
    for (const Open& open : open_) path.push_back(open.name);
    const bool comes_back = std::find(path.begin(), path.end(), name) != path.end();
    path.push_back(name);
    if (comes_back) refuse_circle(path);

    // Closed again on every way out, so that the worksheet can be used after an error.
    struct Closing {
      std::vector<Open>& open;
      ~Closing() { open.pop_back(); }
    };
    open_.push_back({name});
    const Closing closing{open_};
    return known_[name] = computed(name, *definition);
  }

  const arma::mat& numbers(const std::string& name) {
    if (before_ && !changed_.contains(name)) return before_->numbers(name);
    const RecipeValue& value = value_of(name);
    if (const auto* formula = std::get_if<Expression>(&value)) {
      const auto known = samples_.find(name);
      return known != samples_.end() ? known->second : samples_[name] = samples_of(*formula);
    }
    const auto* numbers = std::get_if<arma::mat>(&value);
    if (!numbers) throw InputError(message("{} is words, and numbers are needed.", name));
    return *numbers;
  }

  std::uint32_t next_seed() override {
    // The same numbers in whatever order things are computed: a seed depends on the place of the
    // draw.
    if (open_.empty() || drawn_ == nullptr || !drawn_->contains(open_.back().name))
      throw InputError(translated("Random numbers are drawn under [variant] only."));
    Open& open = open_.back();
    return seed_of(0, fmt::format("{}\n{}\n{}", seed_text_, open.name, open.n_draws++));
  }

  bool depends_on(const std::string& name, const std::string& other) {
    return dependents_of(other).contains(name);
  }

  std::uint64_t variant() const { return variant_; }
  const Exercise& exercise() const { return exercise_; }

 private:
  using Names = std::set<std::string, std::less<>>;

  // A definition that is being computed, and how often it has drawn.
  struct Open {
    std::string name;
    unsigned n_draws = 0;
  };

  void draw(const Definitions& drawn, std::string seed_text) {
    drawn_ = &drawn;
    seed_text_ = std::move(seed_text);
    definitions_.replace(drawn);
  }

  const Names& dependents_of(const std::string& name) {
    const auto known = dependents_.find(name);
    if (known != dependents_.end()) return known->second;
    return dependents_[name] = dependents(definitions_, name);
  }

  RecipeValue computed(const std::string& name, const Definition& definition) {
    if (const auto* words = std::get_if<std::vector<std::string>>(&definition)) return *words;
    if (const auto* numbers = std::get_if<arma::mat>(&definition)) return *numbers;
    if (const auto* formula = std::get_if<Expression>(&definition)) return *formula;
    RecipeValue value = std::get<Recipe>(definition).evaluate(*this);
    const Field* field = exercise_.find_field(name);
    if (!field) return value;
    if (const auto* formula = std::get_if<Expression>(&value);
        formula && field->kind == FieldKind::expression)
      return field->is_order ? RecipeValue(growth_of(*formula)) : value;
    const auto* numbers = std::get_if<arma::mat>(&value);
    if (!numbers) throw InputError(message("{} is words, and numbers are needed.", name));
    const bool is_matrix = field->kind == FieldKind::matrix || field->kind == FieldKind::mask;
    if (takes_any_shape_ && is_matrix) return *numbers;
    return as_truth(*field, *numbers);
  }

  const Exercise& exercise_;
  std::uint64_t variant_ = 0;
  const Definitions* drawn_ = nullptr;  // what may be random, and from which seed
  std::string seed_text_;
  bool takes_any_shape_ = false;    // so that a wrong shape can be followed, and recognised
  std::shared_ptr<Values> before_;  // null where nothing is changed
  Definitions changes_;
  DefinitionView definitions_;
  Names changed_;  // what depends on the changes
  std::map<std::string, Names> dependents_;
  std::map<std::string, RecipeValue> known_;
  std::map<std::string, arma::mat> samples_;
  std::vector<Open> open_;
};

struct Worksheet::Memo {
  std::unique_ptr<Worksheet> following;
  // By field first: a name is looked up once, and addresses are soon compared.
  std::map<std::string, std::unordered_map<const Alternative*, std::optional<arma::mat>>> under;
};

Worksheet::Worksheet(std::shared_ptr<Values> values)
    : values_(std::move(values)), memo_(std::make_shared<Memo>()) {}

Worksheet::Worksheet(const Exercise& exercise, std::uint64_t variant)
    : Worksheet(std::make_shared<Values>(exercise, variant, 0)) {
  if (variant == 0 || exercise.program) return;  // of a program, requests are drawn and no example
  if (exercise.variant.empty())
    throw InputError(message("{} has no variants: leave out --variant.", exercise.id));
  std::string reason;
  for (unsigned attempt = 0; attempt < kMostDraws; ++attempt) {
    *this = Worksheet(std::make_shared<Values>(exercise, variant, attempt));
    reason = reason_against(exercise, *this);
    if (reason.empty()) return;
  }
  throw InputError(
      message("{}: {} draws for variant {} gave no numbers that will do. The last: {} Draw from "
              "more numbers under [variant].",
              exercise.id, kMostDraws, variant, reason));
}

Worksheet Worksheet::of_request(const Exercise& exercise, const Definitions& drawn,
                                const std::string& name, std::uint64_t seed) {
  return Worksheet(std::make_shared<Values>(exercise, drawn, name, seed));
}

Worksheet Worksheet::with(const Definitions& changes) const {
  return Worksheet(std::make_shared<Values>(values_, changes));
}

const Worksheet& Worksheet::following() const {
  if (!memo_->following) {
    memo_->following = std::make_unique<Worksheet>(with(usual_ways(exercise().follows)));
    memo_->following->values_->take_any_shape();
  }
  return *memo_->following;
}

const std::optional<arma::mat>& Worksheet::under(const Alternative& alternative,
                                                 const Field& field) const {
  const auto [known, is_new] = memo_->under[field.name].try_emplace(&alternative);
  if (!is_new) return known->second;
  const bool reaches = std::any_of(
      alternative.change.begin(), alternative.change.end(),
      [&](const auto& change) { return values_->depends_on(field.name, change.first); });
  if (!reaches) return known->second;
  try {
    known->second = with(alternative.change).numbers(field.name);
  } catch (const InputError&) {
    // the mistake leads to no answer here: shapes that do not fit
  }
  return known->second;
}

const RecipeValue& Worksheet::value(const std::string& name) const {
  return values_->value_of(name);
}

const arma::mat& Worksheet::numbers(const std::string& name) const {
  return values_->numbers(name);
}

bool Worksheet::depends_on(const std::string& name, const std::set<std::string>& others) const {
  return std::any_of(others.begin(), others.end(),
                     [&](const std::string& other) { return values_->depends_on(name, other); });
}

std::uint64_t Worksheet::variant() const { return values_->variant(); }

const Exercise& Worksheet::exercise() const { return values_->exercise(); }

std::string reason_against(const Exercise& exercise, Worksheet& worksheet) {
  try {
    for (const Field& field : exercise.fields)
      if (field.is_graded && !is_finite(field, worksheet.numbers(field.name)))
        return message("{} has a value that is not finite.", field.name);
    for (const auto& [one, other] : indistinguishable(exercise, worksheet))
      return other.empty()
                 ? message("{} gives the right answer everywhere.", one)
                 : message("{0} and {1} give the same answer where {0} first shows.", one, other);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

namespace {

// The names of the worksheet, and on top of them what the simulation runs through.
class SimulationNames : public RecipeNames {
 public:
  SimulationNames(Worksheet& worksheet, std::string over, std::uint32_t seed)
      : worksheet_(worksheet), over_(std::move(over)), seed_(seed) {}

  void set(double value) { value_ = arma::mat(1, 1, arma::fill::value(value)); }

  const RecipeValue& value_of(const std::string& name) override {
    return name == over_ ? value_ : worksheet_.value(name);
  }
  std::uint32_t next_seed() override { return seed_of(seed_, std::to_string(n_draws_++)); }

 private:
  Worksheet& worksheet_;
  std::string over_;
  std::uint32_t seed_;
  std::uint64_t n_draws_ = 0;
  RecipeValue value_;
};

constexpr int kDigits = 6;
constexpr int kDigitsDrawn = 4;  // more would mean nothing in a random draw

// Whole numbers are shown in full, as far as each of them exists as a double.
TableCell number_cell(double value, int digits) {
  constexpr double kLastExact = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::abs(value) < kLastExact)
    return cell::Whole{Count(value), false};
  return cell::Real{value, digits, cell::Real::Form::digits};
}

}  // namespace

Table simulation_table(const Exercise& exercise, Worksheet& worksheet, std::uint32_t seed) {
  if (!exercise.simulation) throw InputError(message("{} has no simulation.", exercise.id));
  const Simulation& simulation = *exercise.simulation;
  Table table{.title = simulation.title.here(),
              .columns = {{simulation.over, simulation.over}},
              .n_text_columns = 0,
              .note = simulation.note.here()};
  for (const auto& column : simulation.columns)
    table.columns.push_back({column.title.first(), column.title.here()});
  SimulationNames names(worksheet, simulation.over, seed);
  for (const double value : simulation.values) {
    names.set(value);
    TableRow row{number_cell(value, kDigits)};
    for (const auto& column : simulation.columns)
      row.push_back(number_cell(single_number(column.value.evaluate(names), column.title.here()),
                                kDigitsDrawn));
    table.rows.push_back(std::move(row));
  }
  return table;
}

namespace {

// Visits what a name depends on, each name once, and refuses a circle.
void require_no_circle(const Definitions& definitions, const std::string& name,
                       std::vector<std::string>& path, std::set<std::string>& done) {
  if (done.contains(name)) return;
  const bool comes_back = std::find(path.begin(), path.end(), name) != path.end();
  path.push_back(name);
  if (comes_back) refuse_circle(path);
  const auto found = definitions.find(name);
  if (found == definitions.end()) refuse_missing_name(definitions, name);
  for (const std::string& next : names_in(found->second))
    require_no_circle(definitions, next, path, done);
  path.pop_back();
  done.insert(name);
}

bool reaches(const Definitions& definitions, const std::string& name,
             const std::set<std::string>& others, std::set<std::string>& seen) {
  if (others.contains(name)) return true;
  if (!seen.insert(name).second) return false;
  const auto found = definitions.find(name);
  if (found == definitions.end()) return false;
  const auto* recipe = std::get_if<Recipe>(&found->second);
  return recipe &&
         std::any_of(recipe->names().begin(), recipe->names().end(), [&](const std::string& each) {
           return reaches(definitions, each, others, seen);
         });
}

}  // namespace

std::vector<std::string> names_in(const Definition& definition) {
  const auto* recipe = std::get_if<Recipe>(&definition);
  return recipe ? recipe->names() : std::vector<std::string>{};
}

bool depends_on(const Definitions& definitions, const std::string& name,
                const std::set<std::string>& others) {
  std::set<std::string> seen;
  return reaches(definitions, name, others, seen);
}

void require_computable(const Definitions& definitions) {
  std::set<std::string> done;
  for (const auto& [name, definition] : definitions) {
    std::vector<std::string> path;
    require_no_circle(definitions, name, path, done);
  }
}

void require_names(const Definitions& definitions, const Recipe& recipe,
                   const std::set<std::string>& more) {
  for (const std::string& name : recipe.names())
    if (!more.contains(name) && !definitions.contains(name)) refuse_missing_name(definitions, name);
}

void refuse_missing_name(const Definitions& definitions, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [each, definition] : definitions) known.push_back(each);
  const std::string meant = nearest(name, known);
  throw InputError(meant.empty() ? message("There is no {} in the exercise.", preview(name))
                                 : message("There is no {} in the exercise. Did you mean {}?",
                                           preview(name), meant));
}

void refuse_circle(const std::vector<std::string>& path) {
  const auto first = std::find(path.begin(), path.end(), path.back());
  throw InputError(
      message("{} depends on itself: {}.", path.back(), joined({first, path.end()}, " -> ")));
}

namespace {

template <typename Entries>
auto place_of_name(Entries& entries, std::string_view name) {
  return std::lower_bound(entries.begin(), entries.end(), name,
                          [](const DefinitionView::Entry& entry, std::string_view wanted) {
                            return entry.name < wanted;
                          });
}

}  // namespace

DefinitionView::DefinitionView(const Definitions& definitions) {
  entries_.reserve(definitions.size());
  for (const auto& [name, definition] : definitions) entries_.push_back({name, &definition});
}

void DefinitionView::replace(const Definitions& changes) {
  for (const auto& [name, definition] : changes) {
    const auto place = place_of_name(entries_, name);
    if (place != entries_.end() && place->name == name)
      *place = {name, &definition};
    else
      entries_.insert(place, {name, &definition});
  }
}

const Definition* DefinitionView::find(std::string_view name) const {
  const auto place = place_of_name(entries_, name);
  return place != entries_.end() && place->name == name ? place->definition : nullptr;
}

std::set<std::string, std::less<>> dependents(const DefinitionView& definitions,
                                              const std::string& name) {
  std::set<std::string, std::less<>> found{name};
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [each, definition] : definitions.entries()) {
      const auto* recipe = std::get_if<Recipe>(definition);
      if (!recipe || found.contains(each)) continue;
      if (std::any_of(recipe->names().begin(), recipe->names().end(),
                      [&](const std::string& needed) { return found.contains(needed); }))
        grows = found.emplace(each).second;
    }
  }
  return found;
}

}  // namespace attn
