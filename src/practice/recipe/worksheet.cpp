#include "practice/recipe/worksheet.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "base/message.hpp"
#include "core/mask.hpp"
#include "core/shape.hpp"
#include "data/words/random.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/recipe/dependencies.hpp"

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

struct Worksheet::Memo {
  std::unique_ptr<Worksheet> following;
  // By field first: a name is looked up once, and addresses are soon compared.
  std::map<std::string, std::unordered_map<const Alternative*, std::optional<arma::mat>>> under;
};

Worksheet::Worksheet(const Exercise& exercise, std::uint64_t variant)
    : exercise_(&exercise),
      variant_(variant),
      definitions_(exercise.definitions),
      memo_(std::make_shared<Memo>()) {
  if (variant == 0) return;
  if (exercise.variant.empty())
    throw InputError(message("{} has no variants: leave out --variant.", exercise.id));
  std::string reason;
  for (unsigned attempt = 0; attempt < kMostDraws; ++attempt) {
    draw(attempt);
    reason = reason_against(exercise, *this);
    if (reason.empty()) return;
  }
  throw InputError(
      message("{}: {} draws for variant {} gave no numbers that will do. The last: {} Draw from "
              "more numbers under [variant].",
              exercise.id, kMostDraws, variant, reason));
}

void Worksheet::draw(unsigned attempt) {
  attempt_ = attempt;
  known_.clear();
  samples_.clear();
  memo_ = std::make_shared<Memo>();
  open_.clear();
  for (const auto& [name, definition] : exercise_->variant)
    definitions_.insert_or_assign(name, definition);
}

Worksheet Worksheet::with(const Definitions& changes) const {
  Worksheet changed = *this;
  changed.open_.clear();
  changed.memo_ = std::make_shared<Memo>();
  std::set<std::string> names;
  for (const auto& [name, definition] : changes) {
    names.insert(name);
    changed.definitions_.insert_or_assign(name, definition);
  }
  names = dependents(definitions_, std::move(names));
  const auto is_changed = [&](const auto& known) { return names.contains(known.first); };
  std::erase_if(changed.known_, is_changed);
  std::erase_if(changed.samples_, is_changed);
  return changed;
}

const Worksheet& Worksheet::following() const {
  if (!memo_->following) {
    memo_->following = std::make_unique<Worksheet>(with(usual_ways(exercise_->follows)));
    memo_->following->takes_any_shape_ = true;
  }
  return *memo_->following;
}

const std::optional<arma::mat>& Worksheet::under(const Alternative& alternative,
                                                 const Field& field) const {
  const auto [known, is_new] = memo_->under[field.name].try_emplace(&alternative);
  if (!is_new) return known->second;
  std::set<std::string> names;
  for (const auto& [name, definition] : alternative.change) names.insert(name);
  if (!depends_on(field.name, names)) return known->second;
  try {
    known->second = with(alternative.change).numbers(field.name);
  } catch (const InputError&) {
    // the mistake leads to no answer here: shapes that do not fit
  }
  return known->second;
}

const arma::mat& Worksheet::numbers(const std::string& name) {
  const RecipeValue& value = value_of(name);
  if (const auto* formula = std::get_if<Expression>(&value)) {
    const auto known = samples_.find(name);
    return known != samples_.end() ? known->second : samples_[name] = samples_of(*formula);
  }
  const auto* numbers = std::get_if<arma::mat>(&value);
  if (!numbers) throw InputError(message("{} is words, and numbers are needed.", name));
  return *numbers;
}

bool Worksheet::depends_on(const std::string& name, const std::set<std::string>& others) const {
  return attn::depends_on(definitions_, name, others);
}

const RecipeValue& Worksheet::value_of(const std::string& name) {
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  const auto found = definitions_.find(name);
  if (found == definitions_.end()) refuse_missing_name(definitions_, name);

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
  return known_[name] = computed(name, found->second);
}

RecipeValue Worksheet::computed(const std::string& name, const Definition& definition) {
  if (const auto* words = std::get_if<std::vector<std::string>>(&definition)) return *words;
  if (const auto* numbers = std::get_if<arma::mat>(&definition)) return *numbers;
  if (const auto* formula = std::get_if<Expression>(&definition)) return *formula;
  RecipeValue value = std::get<Recipe>(definition).evaluate(*this);
  const Field* field = exercise_->find_field(name);
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

std::uint32_t Worksheet::next_seed() {
  // The same numbers in whatever order things are computed: a seed depends on the place of the
  // draw.
  if (open_.empty() || variant_ == 0 || !exercise_->variant.contains(open_.back().name))
    throw InputError(translated("Random numbers are drawn under [variant] only."));
  Open& open = open_.back();
  return seed_of(0, fmt::format("{}\n{}\n{}\n{}\n{}", exercise_->id, variant_, attempt_, open.name,
                                open.n_draws++));
}

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

}  // namespace attn
