#include <algorithm>
#include <numeric>

#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/report/forms.hpp"
#include "grading/report/report.hpp"

namespace attn {

namespace {

bool is_judged(const Mark& mark) {
  return mark.state == MarkState::marked || mark.state == MarkState::unreadable;
}

// Adds up what is said of one item in every submission.
class ItemTally {
 public:
  void add_unreadable() { ++counts_.verdicts["unreadable"]; }

  void add(const MarkedItem& item, const std::string& student) {
    ++counts_.verdicts[item.verdict];
    if (item.is_right()) ++counts_.n_right;
    if (!item.misconceptions.empty()) ++explained_[item.misconceptions];
    if (!item.unexplained.empty()) add_unexplained(item.unexplained, student);
  }

  // What is as frequent as another comes in the order of names, or of the first student.
  ItemCounts counts() && {
    for (const auto& [names, n] : explained_) counts_.explained.push_back({names, n});
    std::stable_sort(
        counts_.explained.begin(), counts_.explained.end(),
        [](const ExplainedAnswers& a, const ExplainedAnswers& b) { return a.n > b.n; });
    std::stable_sort(counts_.unexplained.begin(), counts_.unexplained.end(),
                     [](const UnexplainedAnswer& a, const UnexplainedAnswer& b) {
                       return a.students.size() > b.students.size();
                     });
    return std::move(counts_);
  }

 private:
  void add_unexplained(const std::string& answer, const std::string& student) {
    const auto [known, is_new] = places_.try_emplace(answer, counts_.unexplained.size());
    if (is_new) counts_.unexplained.push_back({.answer = answer, .students = {}});
    counts_.unexplained[known->second].students.push_back(student);
  }

  ItemCounts counts_;
  std::map<std::vector<std::string>, std::size_t> explained_;
  std::map<std::string, std::size_t> places_;
};

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

// 0 where there is nothing to share.
double share_of(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

}  // namespace

bool has_handed_in(const Gradebook& book, std::size_t student) {
  const std::span<const Mark> marks = book.marks_of(student);
  return std::any_of(marks.begin(), marks.end(),
                     [](const Mark& mark) { return mark.state != MarkState::missing; });
}

ExerciseCounts exercise_counts(const Gradebook& book, std::size_t exercise) {
  const std::vector<AskedItem>& asked = book.plan.exercises.at(exercise).items;
  ExerciseCounts counts;
  std::vector<ItemTally> tallies(asked.size());
  double points = 0.0;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student) {
    const Mark& mark = book.mark(student, exercise);
    if (mark.state != MarkState::missing) ++counts.n_handed_in;
    if (!is_judged(mark)) continue;
    ++counts.n_judged;
    points += mark.points();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const MarkedItem* const item = marked_item(mark, asked[i].name);
      if (mark.state == MarkState::unreadable)
        tallies[i].add_unreadable();
      else if (item != nullptr)
        tallies[i].add(*item, mark.student);
    }
  }
  counts.mean_points = share_of(points, static_cast<double>(counts.n_judged));
  for (ItemTally& tally : tallies) counts.items.push_back(std::move(tally).counts());
  return counts;
}

ClassCounts class_counts(const Gradebook& book) {
  ClassCounts counts;
  std::vector<double> points;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student) {
    if (!has_handed_in(book, student)) continue;
    ++counts.n_handed_in;
    if (book.is_settled(student)) points.push_back(book.points_of(student));
  }
  counts.n_unsettled = counts.n_handed_in - points.size();
  const double sum = std::accumulate(points.begin(), points.end(), 0.0);
  counts.mean_points = share_of(sum, static_cast<double>(points.size()));
  counts.median_points = median_of(points);
  for (const double each : points) {
    const double share = share_of(each, book.plan.most_points());
    const auto fifth = static_cast<std::size_t>(std::max(0.0, share * 5.0 + 1e-9));
    ++counts.fifths[std::min<std::size_t>(fifth, counts.fifths.size() - 1)];
  }
  return counts;
}

namespace {

constexpr std::size_t kMostAnswers = 3, kMostNames = 3;
constexpr int kMeanDecimals = 2;

std::string points_and_percent(double points, double most) {
  return points_text(points, kMeanDecimals) +
         (most > 0.0 ? " (" + percent_text(points, most) + " %)" : "");
}

std::string table_of_fifths(const ClassCounts& counts) {
  MarkdownTable table{{{translated("Points in %"), true},
                       {translated("Students"), true},
                       {translated("Share of the class")}}};
  for (std::size_t i = counts.fifths.size(); i-- > 0;) {
    const std::string range = std::to_string(20 * i) + "–" + std::to_string(20 * (i + 1));
    table.rows.push_back({range, std::to_string(counts.fifths[i]),
                          bar_of(static_cast<double>(counts.fifths[i]),
                                 static_cast<double>(counts.n_handed_in - counts.n_unsettled))});
  }
  return markdown_table(table);
}

std::string overview_of(const Gradebook& book) {
  const ClassCounts counts = class_counts(book);
  const double most = book.plan.most_points();
  std::string text =
      message("{} of {} students handed in work to be graded. The maximum is {} points.",
              counts.n_handed_in, book.plan.students.size(), points_text(most)) +
      "\n\n";
  if (counts.n_handed_in > counts.n_unsettled) {
    const std::string mean = points_and_percent(counts.mean_points, most),
                      median = points_and_percent(counts.median_points, most);
    if (counts.n_unsettled > 0)
      text += message("Without those of whom something is not marked ({}): mean {}, median {}.",
                      counts.n_unsettled, mean, median);
    else
      text += message("Of those who did: mean {}, median {}.", mean, median);
    text += "\n\n";
    if (most > 0.0) text += table_of_fifths(counts) + "\n";
  }
  return text + markdown_text(isolation_text(isolation_of(book.marks))) + "\n";
}

std::string table_of_means(const Gradebook& book, const std::vector<ExerciseCounts>& counts) {
  MarkdownTable table{{{translated("Exercise")},
                       {translated("Handed in"), true},
                       {translated("Judged"), true},
                       {translated("Mean"), true},
                       {translated("Of"), true},
                       {translated("Mean as a share")}}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const AskedExercise& asked = book.plan.exercises[i];
    table.rows.push_back({cell_text_of(std::to_string(asked.number) + " " + asked.title),
                          std::to_string(counts[i].n_handed_in), std::to_string(counts[i].n_judged),
                          points_text(counts[i].mean_points, kMeanDecimals),
                          points_text(asked.most_points()),
                          bar_of(counts[i].mean_points, asked.most_points())});
  }
  return markdown_table(table);
}

std::string table_of_right(const AskedExercise& asked, const ExerciseCounts& counts) {
  MarkdownTable table{{{translated("Name")},
                       {translated("Correct"), true},
                       {translated("In %"), true},
                       {translated("Share correct")},
                       {.heading = translated("Question"), .is_prose = true}}};
  const auto n_judged = static_cast<double>(counts.n_judged);
  for (std::size_t i = 0; i < asked.items.size(); ++i) {
    const auto n_right = static_cast<double>(counts.items[i].n_right);
    std::string title = prose_cell_of(asked.items[i].title);
    if (asked.items[i].is_hidden) title += " " + std::string(translated("(hidden)"));
    table.rows.push_back({cell_text_of(asked.items[i].name),
                          std::to_string(counts.items[i].n_right), percent_text(n_right, n_judged),
                          bar_of(n_right, n_judged), title});
  }
  return markdown_table(table);
}

// "s01, s02, s03, ..": where there are more than a few.
std::string first_names(const std::vector<std::string>& students) {
  std::string names;
  for (std::size_t i = 0; i < students.size() && i < kMostNames; ++i)
    names += (i > 0 ? ", " : "") + markdown_text(students[i]);
  return students.size() > kMostNames ? names + ", .." : names;
}

// A mistake, and what it says at a question.
std::string named_mistake(const AskedExercise& asked, const std::string& item,
                          const std::string& name) {
  auto said = asked.misconceptions.find(item + " " + name);
  if (said == asked.misconceptions.end()) said = asked.misconceptions.find(name);
  return markdown_text(name) +
         (said == asked.misconceptions.end() ? "" : ": " + markdown_text(said->second));
}

// Answers that mistakes explain; those of which several do are one line with a list in it.
std::string explained_lines(const AskedExercise& asked, const std::string& item,
                            const ExplainedAnswers& answers) {
  const std::string start = "- " + std::to_string(answers.n) + " × ";
  if (answers.misconceptions.size() == 1)
    return start + named_mistake(asked, item, answers.misconceptions.front()) + "\n";
  std::string lines =
      start + translated("an answer that each of these mistakes would give:") + "\n";
  for (const std::string& name : answers.misconceptions)
    lines += "  - " + named_mistake(asked, item, name) + "\n";
  return lines;
}

// The mistakes at one question, and what no mistake explains; "" where there is neither.
std::string mistakes_at(const AskedExercise& asked, const AskedItem& item,
                        const ItemCounts& counts) {
  std::string lines;
  for (const ExplainedAnswers& one : counts.explained)
    lines += explained_lines(asked, item.name, one);
  for (std::size_t i = 0; i < counts.unexplained.size() && i < kMostAnswers; ++i) {
    const UnexplainedAnswer& one = counts.unexplained[i];
    lines += "- " +
             message("{} × no known mistake: {} ({})", one.students.size(),
                     markdown_text(one.answer), first_names(one.students)) +
             "\n";
  }
  if (lines.empty()) return "";
  return "\n" + message("Mistakes in {}:", markdown_text(item.name)) + "\n\n" + lines;
}

std::string section_of_class(const AskedExercise& asked, const ExerciseCounts& counts) {
  const std::string title = std::to_string(asked.number) + " " + asked.title;
  std::string text = "\n## " + markdown_text(title + " (" + asked.id + ")") + "\n\n";
  if (counts.n_judged == 0)
    return text + translated("Nothing that was handed in could be marked.") + "\n";
  text += table_of_right(asked, counts);
  for (std::size_t i = 0; i < asked.items.size(); ++i)
    text += mistakes_at(asked, asked.items[i], counts.items[i]);
  return text;
}

}  // namespace

std::string class_page(const Gradebook& book) {
  std::vector<ExerciseCounts> counts;
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    counts.push_back(exercise_counts(book, i));
  std::string text = "# " + markdown_text(book.plan.course) + "\n\n" + overview_of(book) + "\n## " +
                     translated("What to look at first") + "\n\n" + needs_look(book) + "\n## " +
                     translated("Exercises") + "\n\n" + table_of_means(book, counts);
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += section_of_class(book.plan.exercises[i], counts[i]);
  return text;
}

namespace {

constexpr std::size_t kMostFiles = 50;

// A heading with how many there are, and a line for each; nothing where there is none.
std::string part_of_look(const std::string& heading, const std::vector<std::string>& lines,
                         std::size_t most = SIZE_MAX) {
  if (lines.empty()) return "";
  std::string text = "**" + heading + "** (" + std::to_string(lines.size()) + ")\n\n";
  for (std::size_t i = 0; i < lines.size() && i < most; ++i) text += "- " + lines[i] + "\n";
  if (lines.size() > most) text += "- " + message("... and {} more", lines.size() - most) + "\n";
  return text + "\n";
}

// "s01 (Ada), softmax, softmax.txt: why", of the marks for which `has_line` holds. The file is
// named unless `why` names it, and nothing is said where `why` is empty.
template <typename HasLine, typename Why>
std::vector<std::string> lines_of(const Gradebook& book, const HasLine& has_line, const Why& why) {
  std::vector<std::string> lines;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student)
    for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
      const Mark& mark = book.mark(student, i);
      if (!has_line(mark)) continue;
      std::string line = markdown_text(student_text(book.plan.students[student])) + ", " +
                         markdown_text(book.plan.exercises[i].id);
      const std::string text = why(mark, book.plan.students[student]);
      if (text.find(mark.file) == std::string::npos) line += ", " + markdown_text(mark.file);
      lines.push_back(line + (text.empty() ? "" : ": " + markdown_text(text)));
    }
  return lines;
}

// Why a mark is as it is, and how its file was found. That is in the language of its student, who
// has it in the report.
std::string said_to_student(const Mark& mark, const Student& student) {
  if (!student.language.empty() && student.language != language_code()) return "";
  std::string text = mark.reason;
  for (const std::string& note : mark.notes) add_sentence(text, note);
  return text;
}

std::vector<std::string> marks_in(const Gradebook& book, MarkState state) {
  return lines_of(
      book, [state](const Mark& mark) { return mark.state == state; }, said_to_student);
}

// Whose file was not called as usual, was one of several, or was not graded as a whole.
std::vector<std::string> remarks_in(const Gradebook& book) {
  const auto has_remark = [](const Mark& mark) {
    return !mark.notes.empty() &&
           (mark.state == MarkState::marked || mark.state == MarkState::missing);
  };
  return lines_of(book, has_remark, said_to_student);
}

// Who handed in files for an exercise that are none of it, by their names.
std::vector<std::string> others_in(const Gradebook& book) {
  return lines_of(
      book, [](const Mark& mark) { return !mark.others.empty(); },
      [](const Mark& mark, const Student&) { return listed_first(mark.others, 5); });
}

// Whether there is nothing at all, not even something else.
bool has_nothing(const Gradebook& book, std::size_t student) {
  const std::span<const Mark> marks = book.marks_of(student);
  return !has_handed_in(book, student) &&
         std::all_of(marks.begin(), marks.end(),
                     [](const Mark& mark) { return mark.others.empty(); });
}

// Whose program was ended at a limit, in which checks: "values (took too long)".
std::vector<std::string> ended_programs_in(const Gradebook& book) {
  const auto is_ended = [](const MarkedItem& item) { return !item.ending.empty(); };
  return lines_of(
      book,
      [&](const Mark& mark) { return std::any_of(mark.items.begin(), mark.items.end(), is_ended); },
      [&](const Mark& mark, const Student&) {
        std::vector<std::string> checks;
        for (const MarkedItem& item : mark.items)
          if (is_ended(item)) checks.push_back(item.name + " (" + ending_text(item.ending) + ")");
        return listed(checks);
      });
}

template <typename Is>
std::vector<std::string> students_who(const Gradebook& book, const Is& is) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    if (is(i)) lines.push_back(markdown_text(student_text(book.plan.students[i])));
  return lines;
}

}  // namespace

std::string needs_look(const Gradebook& book) {
  const std::vector<Student>& students = book.plan.students;
  std::vector<std::string> files;
  for (const std::string& file : book.plan.not_looked_at) files.push_back(markdown_text(file));
  const std::pair<const char*, std::vector<std::string>> parts[] = {
      {translated("Not marked: the grader failed"), marks_in(book, MarkState::grader_failed)},
      {translated("Not marked: answers for a variant other than the student's"),
       marks_in(book, MarkState::other_variant)},
      {translated("0 points: could not be read or compiled"),
       marks_in(book, MarkState::unreadable)},
      {translated("Something else was handed in"), others_in(book)},
      {translated("Programs stopped at a limit"), ended_programs_in(book)},
      {translated("Remarks on what was graded"), remarks_in(book)},
      {translated("Not on the roster"),
       students_who(book, [&](std::size_t i) { return students[i].on_roster == false; })},
      {translated("Nothing handed in"),
       students_who(book, [&](std::size_t i) { return has_nothing(book, i); })}};
  std::string text;
  for (const auto& [heading, lines] : parts) text += part_of_look(heading, lines);
  text += part_of_look(translated("Files that belong to no exercise"), files, kMostFiles);
  if (text.empty()) return translated("Nothing: everything could be marked.") + std::string("\n");
  text.pop_back();  // one empty line is enough before what follows
  return text;
}

namespace {

std::string heading_of(const AskedExercise& asked, const Mark& mark) {
  return std::to_string(asked.number) + " " + title_of(mark, asked);
}

std::string points_cell(double points, double most) {
  return message("{} of {}", points_text(points), points_text(most));
}

std::string table_of_exercises(const Gradebook& book, std::size_t student) {
  MarkdownTable table{
      {{translated("Exercise")}, {translated("Points"), true}, {translated("Status")}}};
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const AskedExercise& asked = book.plan.exercises[i];
    const Mark& mark = book.mark(student, i);
    table.rows.push_back({cell_text_of(heading_of(asked, mark)),
                          mark.is_open() ? "-" : points_cell(mark.points(), asked.most_points()),
                          state_text(mark.state)});
  }
  return markdown_table(table);
}

// By the names that the feedback has, too. A hidden check has nothing but its name.
std::string table_of_items(const Mark& mark, const AskedExercise& asked) {
  MarkdownTable table{{{translated("Name")},
                       {translated("Points"), true},
                       {translated("Verdict")},
                       {.heading = translated("Question"), .is_prose = true}}};
  for (const MarkedItem& item : items_of(mark, asked))
    table.rows.push_back({cell_text_of(item.name), points_cell(item.points, item.most),
                          markdown_text(verdict_text(item.verdict)),
                          item.title == item.name ? "" : prose_cell_of(item.title)});
  return markdown_table(table);
}

// What was handed in, why it was not marked, and what else is to be said of it.
std::string remarks_of_mark(const Mark& mark) {
  std::string text = "- " + state_text(mark.state) + "\n";
  if (!mark.reason.empty()) text += "- " + markdown_text(mark.reason) + "\n";
  if (!mark.file.empty()) text += "- " + message("graded: {}", markdown_text(mark.file)) + "\n";
  if (mark.variant != 0) text += "- " + message("variant {}", mark.variant) + "\n";
  if (!mark.isolation.empty())
    text += "- " + message("isolation: {}", markdown_text(mark.isolation)) + "\n";
  for (const std::string& note : mark.notes) text += "- " + markdown_text(note) + "\n";
  return text;
}

std::string section_of(const Mark& mark, const AskedExercise& asked) {
  std::string text = "\n## " + markdown_text(heading_of(asked, mark)) + "\n\n";
  text += remarks_of_mark(mark);
  if (mark.state == MarkState::marked) text += "\n" + table_of_items(mark, asked);
  if (!mark.feedback.empty()) text += "\n" + markdown_block(mark.feedback);
  return text;
}

}  // namespace

std::string student_page(const Gradebook& book, std::size_t student) {
  std::string text = "# " + markdown_text(student_text(book.plan.students.at(student))) + "\n\n";
  text += markdown_text(book.plan.course) + "\n\n";
  text += total_text(book, student) + "\n\n";
  text += table_of_exercises(book, student) + "\n";
  text += markdown_text(isolation_text(isolation_of(book.marks_of(student)))) + "\n";
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    text += section_of(book.mark(student, i), book.plan.exercises[i]);
  return text;
}

}  // namespace attn
