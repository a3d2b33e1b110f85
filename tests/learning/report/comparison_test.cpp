#include "learning/report/comparison.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

Table compared(double attention, double lstm) {
  return comparison_table({{.model = ClassifierKind::attention,
                            .n_parameters = 10,
                            .held_out_accuracy = attention,
                            .training_accuracy = 1.0,
                            .seconds = 2.0},
                           {.model = ClassifierKind::lstm,
                            .n_parameters = 20,
                            .held_out_accuracy = lstm,
                            .training_accuracy = 1.0,
                            .seconds = 1.0}},
                          usual_settings(TaskKind::classify));
}

}  // namespace

TEST_CASE("comparison_table: a row a model, and who wins is said", "[learning]") {
  const Table table = compared(0.97, 1.0);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.note.find("win over attention") != std::string::npos);
}

TEST_CASE("comparison_table: nobody wins where nobody is better than a coin", "[learning]") {
  CHECK(compared(0.5, 0.49).note.find("Nobody wins") != std::string::npos);
}
