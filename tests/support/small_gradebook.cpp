#include "support/small_gradebook.hpp"

namespace attn {
namespace {

GradingPlan small_plan() {
  GradingPlan plan{.course = "Attention", .rules = "seed 7"};
  plan.students = {
      {.id = "s01",
       .name = "Ada",
       .report_folder = "s01",
       .language = "en",
       .variant = 3,
       .on_roster = true},
      {.id = "s02", .name = "山田", .report_folder = "s02", .language = "ja", .on_roster = true},
      {.id = "s03", .report_folder = "s03", .on_roster = true, .has_folder = false},
      {.id = "guest", .report_folder = "guest", .on_roster = false}};
  plan.exercises = {
      {.id = "softmax",
       .number = 1,
       .title = "Softmax by hand",
       .items = {{.name = "scores", .title = "What is Q Kᵀ?", .points = 2.0},
                 {.name = "weights", .title = "What are the weights?", .points = 0.5}},
       .misconceptions = {{"no_scale", "The scores were not divided by √d_k."},
                          {"swapped", "Q and K were swapped."}}},
      {.id = "masks",
       .number = 2,
       .title = "A causal mask",
       .is_program = true,
       .items = {{.name = "shape", .title = "The shape is right"},
                 {.name = "secret", .title = "Large numbers", .points = 1.0, .is_hidden = true}},
       .misconceptions = {{"no_mask", "The future was not masked."}}}};
  plan.not_looked_at = {"s01/notes.pdf"};
  return plan;
}

Mark of(const char* student, const char* exercise, MarkState state) {
  return {.student = student, .exercise = exercise, .state = state};
}

MarkedItem item(const char* name, const char* verdict, double points, double most) {
  return {.name = name, .title = name, .verdict = verdict, .points = points, .most = most};
}

Mark all_right() {
  Mark mark = of("s01", "softmax", MarkState::marked);
  mark.title = "Softmax by hand";
  mark.file = "softmax.txt";
  mark.variant = 3;
  mark.notes = {"There was an older copy, too."};
  mark.items = {item("scores", "pass", 2.0, 2.0), item("weights", "accepted", 0.5, 0.5)};
  mark.items[0].title = "What is Q Kᵀ?";
  mark.feedback = "scores   correct\nweights  correct\n";
  mark.fingerprint = "aa";
  return mark;
}

Mark failed_program() {
  Mark mark = of("s01", "masks", MarkState::marked);
  mark.title = "A causal mask";
  mark.file = "masks.py";
  mark.isolation = "bubblewrap";
  mark.items = {item("shape", "pass", 1.0, 1.0), item("secret", "skipped", 0.0, 1.0)};
  mark.feedback = "shape  passed\n";
  return mark;
}

Mark all_wrong() {
  Mark mark = of("s02", "softmax", MarkState::marked);
  mark.title = "ソフトマックス";
  mark.file = "softmax.txt";
  mark.items = {item("scores", "wrong", 0.0, 2.0), item("weights", "wrong", 0.0, 0.5)};
  mark.items[0].misconceptions = {"no_scale"};
  mark.items[1].unexplained = "0.71 0.29";
  mark.feedback = "scores  まだです\n";
  return mark;
}

Mark unreadable() {
  Mark mark = of("s02", "masks", MarkState::unreadable);
  mark.file = "masks.py";
  mark.reason = "It is larger than 1 MiB.";
  return mark;
}

Mark failed_grader() {
  Mark mark = of("guest", "masks", MarkState::grader_failed);
  mark.reason = "The machine had no memory left.";
  return mark;
}

}  // namespace

Gradebook small_gradebook() {
  Gradebook book{.plan = small_plan(), .marks = {}};
  book.marks = {all_right(),
                failed_program(),
                all_wrong(),
                unreadable(),
                of("s03", "softmax", MarkState::missing),
                of("s03", "masks", MarkState::missing),
                of("guest", "softmax", MarkState::other_variant),
                failed_grader()};
  return book;
}

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts{
      // names of folders
      "../../x", "-rf", "=cmd|'/c calc'!A0", "+1+1", "@SUM(A1)", "  =1+1", "＝1+1", "a,b",
      "line\nbreak", "\n::set-output name=a::b", "a\"quote\"", "<script>alert(1)</script>",
      "👩‍💻 é 山田", std::string(255, 'w'), "not UTF-8 \xFF\xC3(",
      "half a pair \xED\xA0\x80", "CON", "dot.", "", " ", "# heading", "1. item", "- item",
      "> quote", "---", "[x](y)",
      // what a terminal obeys
      "\x1B[31mred\x1B[0m", "over\rwritten", "right to left \xE2\x80\xAE txt.exe",
      std::string("a\0b", 3), "bell \x07 \x7F",
      "C1 \xC2\x9B"
      "2J",
      "a\tb", "a\r\nb", "\r", "\t=1", "no character \xEF\xBF\xBE", "line \xE2\x80\xA8 separator",
      "\xEF\xBB\xBFmark",
      // what XML, HTML, Markdown and JSON obey
      "]]>", "<![CDATA[x]]>", "&#27;", "&amp;lt;", "<!-- x", "<?xml?>", "```\n# out\n```", "````",
      "~~~", "a | b", "\\", "a\\|b", "*x* _y_ `z`", "$x$", "![x](y)", "</testcase>",
      "\",\"score\":100,\"", "<a href='x'>",
      // what the log of a build server obeys
      "::set-output name=x::y", "::add-mask::x", "  ::error::x", "\xC2\xA0::error::x",
      "a\n::error::x", "a\r::error::x", "##[error]x", "a ##[group]b", "###[error]",
      "##teamcity[testFailed name='x']", "##vso[task.complete]"};
  return texts;
}

Gradebook gradebook_with(const std::string& text) {
  Gradebook book = small_gradebook();
  Student& guest = book.plan.students.back();
  guest.id = guest.name = text;
  book.plan.not_looked_at = {text};
  for (Mark& mark : book.marks) {
    if (mark.student == "guest") mark.student = text;
    mark.file = mark.reason = mark.feedback = text;
    mark.notes = {text};
    for (MarkedItem& one : mark.items) one.unexplained = text;
  }
  return book;
}

Gradebook hostile_gradebook() {
  Gradebook book = small_gradebook();
  std::size_t n = 0;
  for (const std::string& text : hostile_texts()) {
    book.plan.students.push_back(
        {.id = text, .name = text, .report_folder = "h" + std::to_string(++n)});
    for (Mark mark : {all_wrong(), unreadable()}) {
      mark.student = mark.file = mark.reason = mark.feedback = text;
      mark.notes = {text};
      for (MarkedItem& one : mark.items) one.unexplained = text;
      book.marks.push_back(mark);
    }
  }
  return book;
}

}  // namespace attn
