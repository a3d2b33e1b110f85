#include "practice/recipe/simulation.hpp"

#include <cmath>
#include <string>

#include "base/message.hpp"
#include "data/random/random.hpp"

namespace attn {
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

}  // namespace attn
