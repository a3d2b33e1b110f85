#include "cli/present/select.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// input, then query and weights of two heads, then output; and two tables.
Trace two_heads() {
  Trace trace;
  trace.record({.id = "input"});
  for (const std::string group : {"head 0", "head 1"}) {
    trace.record({.id = "query", .group = group});
    trace.record({.id = "weights", .group = group});
  }
  trace.record({.id = "output"});
  trace.tables = {{.id = "parameters"}, {.id = "cost", .after = "output"}};
  return trace;
}

std::string names_of(const Selection& selection) {
  std::string names;
  for (const Stage* stage : selection.stages)
    names += (stage->group.empty() ? "" : stage->group.substr(5) + "/") + stage->id + " ";
  names += "|";
  for (const Table* table : selection.tables) names += " " + table->id;
  return names;
}

std::string chosen(const ViewChoice& choice) {
  const Trace trace = two_heads();
  return names_of(selected(trace, choice));
}

void check_refused(const ViewChoice& choice, const std::string& text) {
  const Trace trace = two_heads();
  CHECK_THROWS_MATCHES(selected(trace, choice), InputError, Message(text));
}

const std::string kTableAlone =
    " is a table, not a matrix: it is shown as text, with --json and with --plain. Name a stage "
    "too, or leave "
    "out --stage.";

}  // namespace

TEST_CASE("selected: everything where nothing is named", "[cli][select]") {
  CHECK(chosen({}) == "input 0/query 0/weights 1/query 1/weights output | parameters cost");
}

TEST_CASE("selected: stages and tables by name, in the order of the trace", "[cli][select]") {
  CHECK(chosen({.stages = {"weights", "input"}}) == "input 0/weights 1/weights |");
  CHECK(chosen({.stages = {"cost", "output", "cost"}}) == "output | cost");
  CHECK(chosen({.stages = {"cost"}}) == "| cost");
}

TEST_CASE("selected: a range goes by the names of the stages and has no tables", "[cli][select]") {
  CHECK(chosen({.from = "query", .to = "weights"}) == "0/query 0/weights 1/query 1/weights |");
  CHECK(chosen({.from = "output", .to = "output"}) == "output |");
  CHECK(chosen({.from = "weights"}) == "0/weights 1/weights output |");
  CHECK(chosen({.to = "query"}) == "input 0/query 1/query |");
}

TEST_CASE("selected: only the groups that are wanted, and what belongs to none", "[cli][select]") {
  CHECK(chosen({.groups = {"head 1"}}) == "input 1/query 1/weights output | parameters cost");
  CHECK(chosen({.stages = {"weights"}, .groups = {"head 1"}}) == "1/weights |");
  CHECK(chosen({.from = "weights", .groups = {"head 0"}}) == "0/weights output |");
  CHECK(chosen({.stages = {"query"}, .groups = {"head 1", "head 0"}}) == "0/query 1/query |");
}

TEST_CASE("selected: refuses a name that is neither", "[cli][select][error]") {
  check_refused({.stages = {"weigths"}},
                "--stage must be one of input, query, weights, output, parameters, cost, but it is "
                "weigths. Did you mean weights?");
  check_refused({.stages = {"input", "parameter"}},
                "--stage must be one of input, query, weights, output, parameters, cost, but it is "
                "parameter. Did you mean parameters?");
  check_refused({.from = "cost"},
                "--from must be one of input, query, weights, output, but it is cost.");
  check_refused({.from = "output", .to = "input"}, "--from output comes after --to input.");
}

TEST_CASE("selected: a table alone is text, JSON or records, and in no file",
          "[cli][select][error]") {
  for (const Screen screen : {Screen::text, Screen::json, Screen::plain})
    CHECK(chosen({.screen = screen, .stages = {"parameters"}}) == "| parameters");
  for (const Screen screen : {Screen::step, Screen::shapes, Screen::summary, Screen::quiet}) {
    check_refused({.screen = screen, .stages = {"parameters"}}, "parameters" + kTableAlone);
    CHECK(chosen({.screen = screen, .stages = {"parameters", "input"}}) == "input | parameters");
  }
  check_refused({.stages = {"cost"}, .files = {"out.npz"}}, "cost" + kTableAlone);
}

TEST_CASE("overview_of: what a trace shows first, or all of it", "[cli][select]") {
  Trace trace = two_heads();
  const Selection all = selected(trace, {});
  CHECK(names_of(overview_of(trace, all)) == names_of(all));
  trace.overview = {"weights", "cost"};
  CHECK(names_of(overview_of(trace, all)) == "0/weights 1/weights | cost");
}

TEST_CASE("selected: a table that was asked for is there whatever is named", "[cli][select]") {
  Trace trace = two_heads();
  trace.tables[1].is_asked_for = true;
  CHECK(names_of(selected(trace, {.stages = {"input"}})) == "input | cost");
  CHECK(names_of(selected(trace, {.to = "input"})) == "input | cost");
  trace.overview = {"input"};
  CHECK(names_of(overview_of(trace, selected(trace, {}))) == "input | cost");
}
