#include "render/trace/stage_rows.hpp"

#include "render/heads_trace.hpp"
#include "render/trace/stage_text.hpp"
#include "render/trace/trace_text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<StagePanel> panels_of(const Trace& trace) {
  std::vector<StagePanel> panels;
  for (const Stage* stage : without_operands(trace, all_stages(trace), layout_of(200)))
    panels.push_back({stage, true});
  return panels;
}

std::string one_below_the_other(const Trace& trace, const std::vector<StagePanel>& panels,
                                const Layout& layout) {
  std::string text;
  for (const StagePanel& panel : panels)
    text +=
        (text.empty() ? "" : "\n") + stage_text(trace, *panel.stage, layout, {}, panel.with_matrix);
  return text;
}

// The names of stages in each line of headings: "input / query key".
std::string headings(const std::string& text) {
  std::string names;
  for (const std::string& line : lines_of(text)) {
    std::string here;
    for (std::size_t at = 0; at + 1 < line.size(); ++at) {
      const bool is_start = line[at] == ' ' && line[at + 1] >= 'a' && line[at + 1] <= 'z';
      const bool is_heading = is_start && (at == 0 || line[at - 1] == ' ') &&
                              line.find("   ", at + 1) != std::string::npos;
      const std::string name = line.substr(at + 1, line.find(' ', at + 1) - at - 1);
      if (is_heading &&
          (name == "input" || name == "query" || name == "key" || name == "value" ||
           name == "scores" || name == "scaled" || name == "masked" || name == "weights" ||
           name == "output") &&
          line.substr(at + 1 + name.size(), 3) == "   ")
        here += (here.empty() ? "" : " ") + name;
    }
    if (!here.empty()) names += (names.empty() ? "" : " / ") + here;
  }
  return names;
}

}  // namespace

TEST_CASE("stage_rows_text: on a usual screen one stage is below the other",
          "[render][stage_rows]") {
  const Trace trace = by_hand_trace();
  const auto panels = panels_of(trace);
  for (const unsigned width : {40U, 80U, 89U})
    CHECK(stage_rows_text(trace, panels, layout_of(width)) ==
          one_below_the_other(trace, panels, layout_of(width)));
}

TEST_CASE("stage_rows_text: what belongs together stands side by side in its order",
          "[render][stage_rows]") {
  const Trace trace = by_hand_trace();
  const auto lines = [&](unsigned width) {
    return headings(stage_rows_text(trace, panels_of(trace), layout_of(width)));
  };
  CHECK(lines(200) == "input / query key value / scores scaled / masked weights / output");
  CHECK(lines(400) == "input / query key value / scores scaled masked weights / output");
  CHECK(lines(120) == "input / query / key / value / scores / scaled masked / weights / output");
  CHECK(lines(130) == "input / query key / value / scores / scaled masked / weights / output");
}

TEST_CASE("stage_rows_text: nothing of a matrix is given up and no line is too wide",
          "[render][stage_rows][property]") {
  const Trace trace = by_hand_trace();
  const auto panels = panels_of(trace);
  const auto marks = [](const std::string& text) {
    std::size_t n = 0;  // the cells' rows, by their brackets
    for (const char* mark : {"⎡", "⎢", "⎣"})
      for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
        ++n;
    return n;
  };
  for (unsigned width = 90; width <= 300; width += 7)
    for (const int explain : {0, 1, 2}) {
      const Layout layout = layout_of(width, explain);
      const std::string text = stage_rows_text(trace, panels, layout);
      CAPTURE(width, explain);
      CHECK(misfit(text, width).empty());
      CHECK(marks(text) == marks(one_below_the_other(trace, panels, layout)));
    }
}

TEST_CASE("stage_rows_text: a heading has its matrix and its legend below it",
          "[render][stage_rows]") {
  const Trace trace = by_hand_trace();
  const std::vector<StagePanel> panels{{&trace.stage("scaled"), true},
                                       {&trace.stage("masked"), true}};
  const auto lines = lines_of(stage_rows_text(trace, panels, layout_of(200)));
  const auto column = [](const std::string& line, const std::string& text) {
    const std::size_t at = line.find(text);
    return at == std::string::npos ? 0U : display_width(line.substr(0, at));
  };
  const unsigned start = column(lines[0], "masked   masked = ");
  REQUIRE(start > 40);
  CHECK(column(lines[1], "A blocked score") == start + 2);
  CHECK(lines[2].empty());
  CHECK(column(lines.back(), "−inf   may not attend") == start + 2);
}

TEST_CASE("stage_rows_text: colours do not move what stands to the right", "[render][stage_rows]") {
  const Trace trace = by_hand_trace();
  Layout layout = layout_of(200);
  const auto panels = panels_of(trace);
  layout.view = View::numbers;
  const std::string plain = stage_rows_text(trace, panels, layout);
  layout.color = true;
  CHECK(without_trailing_spaces(without_escapes(stage_rows_text(trace, panels, layout))) == plain);
}

TEST_CASE("stage_rows_text: one stage of several heads, not several of one beside another's",
          "[render][stage_rows]") {
  const Trace trace = heads_trace();
  std::vector<StagePanel> weights, all;
  for (const Stage& stage : trace.stages) {
    if (stage.group.empty()) continue;
    all.push_back({&stage, true});
    if (stage.id == "weights") weights.push_back({&stage, true});
  }
  const Layout layout = layout_of(200);
  const std::string first = lines_of(stage_rows_text(trace, weights, layout))[0];
  CHECK(contains(first, "head 0 weights"));
  CHECK(contains(first, "head 1 weights"));
  for (const std::string& line : lines_of(stage_rows_text(trace, all, layout)))
    CHECK_FALSE((contains(line, "head 0 ") && contains(line, "head 1 ")));
}
