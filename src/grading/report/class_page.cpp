#include "grading/report/class_page.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/report/class_counts.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"
#include "grading/report/markdown_table.hpp"
#include "grading/report/needs_look.hpp"

namespace attn {
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
  std::string text = message("{} of {} students handed something in. The maximum is {} points.",
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
  return text + markdown_text(isolation_text(isolation_of(book))) + "\n";
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

}  // namespace attn
