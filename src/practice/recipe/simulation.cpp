#include "practice/recipe/simulation.hpp"

#include <fmt/format.h>

#include <string>

#include "base/error.hpp"
#include "base/message.hpp"
#include "data/words/random.hpp"
#include "practice/answer/plain_number.hpp"

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

// Four digits: more would mean nothing in a random draw.
std::string drawn_number(double value) {
  const std::string whole = plain_number(value);
  return whole.find_first_not_of("0123456789-") == std::string::npos ? whole
                                                                     : fmt::format("{:.4g}", value);
}

}  // namespace

Table simulation_table(const Exercise& exercise, Worksheet& worksheet, std::uint32_t seed) {
  if (!exercise.simulation) throw InputError(message("{} has no simulation.", exercise.id));
  const Simulation& simulation = *exercise.simulation;
  Table table{.title = simulation.title.here(), .header = {simulation.over}, .n_text_columns = 0};
  table.note = simulation.note.here();
  for (const auto& column : simulation.columns) table.header.push_back(column.title.here());
  SimulationNames names(worksheet, simulation.over, seed);
  for (const double value : simulation.values) {
    names.set(value);
    std::vector<std::string> row{plain_number(value)};
    for (const auto& column : simulation.columns)
      row.push_back(drawn_number(single_number(column.value.evaluate(names), column.title.here())));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace attn
