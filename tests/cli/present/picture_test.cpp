#include "cli/present/picture.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Stage square(const std::string& id, Rule rule, const std::string& group = "") {
  return {.id = id,
          .group = group,
          .value = arma::eye(2, 2),
          .rows = {"query", {"a", "b"}},
          .cols = {"key", {"a", "b"}},
          .rule = std::move(rule)};
}

Trace small_trace() {
  Trace trace;
  trace.record({.id = "input", .value = arma::eye(2, 2), .rows = {"query", {"a", "b"}}});
  trace.record(square("scores", Product{"query", "key", true}));
  trace.record(square("scaled", Scaling{"scores", 2.0}));
  trace.record(square("weights", Softmax{"scaled"}));
  trace.tables = {{.id = "parameters"}};
  return trace;
}

// The ids of the stages that are left, and the row.
std::string chosen(const Trace& trace, ViewChoice choice) {
  Selection selection = selected(trace, choice);
  choose_picture(trace, selection, choice);
  std::string text;
  for (const Stage* stage : selection.stages) text += stage->id + " ";
  text += choice.layout.row;
  return text;
}

ViewChoice showing(View view, std::vector<std::string> stages = {}) {
  ViewChoice choice;
  choice.layout.view = view;
  choice.stages = std::move(stages);
  return choice;
}

void check_not_drawn(const ViewChoice& choice, const std::string& text) {
  const Trace trace = small_trace();
  CHECK_THROWS_MATCHES(chosen(trace, choice), InputError, Message(text));
}

}  // namespace

TEST_CASE("choose_picture: weights where no stage is named", "[cli][picture]") {
  const Trace trace = small_trace();
  for (const View view : {View::rows, View::boxes, View::bars, View::arcs, View::chain})
    CHECK(chosen(trace, showing(view)) == "weights ");
  CHECK(chosen(trace, showing(View::panels)) == "scores scaled weights ");
  CHECK(chosen(trace, showing(View::heat)) == "input scores scaled weights ");
  CHECK(chosen(trace, showing(View::arcs, {"scores"})) == "scores ");
}

TEST_CASE("choose_picture: programs and walks keep every stage", "[cli][picture]") {
  const Trace trace = small_trace();
  for (const Screen screen : {Screen::json, Screen::plain, Screen::summary, Screen::step}) {
    ViewChoice choice = showing(View::arcs);
    choice.screen = screen;
    CHECK(chosen(trace, choice) == "input scores scaled weights ");
  }
}

TEST_CASE("choose_picture: what cannot be drawn is refused", "[cli][picture]") {
  check_not_drawn(showing(View::arcs, {"input"}),
                  "--view arcs cannot draw input: arcs link queries with keys, and it has no value "
                  "for each of them. Try --stage scores,scaled,weights.");
  ViewChoice one_head = showing(View::flow);
  one_head.groups = {""};
  check_not_drawn(one_head, "--view flow draws several stages at once: leave out --head.");
}

TEST_CASE("choose_picture: a whole has no part", "[cli][picture]") {
  check_not_drawn(showing(View::flow, {"weights"}),
                  "--view flow draws several stages at once: leave out --stage.");
  ViewChoice step = showing(View::panels);
  step.screen = Screen::step;
  check_not_drawn(step, "--view panels draws several stages at once: leave out --step.");
}

TEST_CASE("choose_picture: a row by its word or its number", "[cli][picture]") {
  Trace trace = small_trace();
  ViewChoice choice = showing(View::bars);
  choice.row = "b";
  CHECK(chosen(trace, choice) == "weights b");
  choice.row = "0";
  CHECK(chosen(trace, choice) == "weights 0");
  choice.row = "2";
  check_not_drawn(choice, "--row 2: weights has no such row. It has a, b, or 0 to 1.");
  trace.stages.back().rows.labels = {"a", "a"};
  choice.row = "a";
  CHECK_THROWS_MATCHES(chosen(trace, choice), InputError,
                       Message("--row a: that is both row 0 and row 1 of weights. Give the "
                               "number."));
}

TEST_CASE("choose_picture: each stage that is drawn has the row", "[cli][picture]") {
  Trace trace = small_trace();
  trace.record(
      {.id = "key", .value = arma::eye(2, 3), .rows = {"key", {"x", "y"}}, .cols = {"d_k", {}}});
  ViewChoice choice = showing(View::bars, {"weights", "key"});
  choice.row = "b";
  CHECK_THROWS_MATCHES(chosen(trace, choice), InputError,
                       Message("--row b: key has no such row. It has x, y, or 0 to 1."));
  choice.row = "1";
  CHECK(chosen(trace, choice) == "weights key 1");
  choice.stages.clear();
  choice.screen = Screen::step;
  choice.row = "b";
  CHECK(chosen(trace, choice) == "input scores scaled weights key b");
}
