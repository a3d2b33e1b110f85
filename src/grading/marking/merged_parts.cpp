#include "grading/marking/merged_parts.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/gradebook_json.hpp"

namespace attn {
namespace {

constexpr int kLongestPath = 200;

void require_same_class(const std::pair<std::string, JournalContent>& first,
                        const std::pair<std::string, JournalContent>& other) {
  const std::string names = message("{0} and {1}", preview(first.first, kLongestPath),
                                    preview(other.first, kLongestPath));
  const GradingPlan &plan = first.second.plan, &another = other.second.plan;
  if (plan.rules != another.rules)
    throw InputError(message("{0} were graded under different rules: {1}; {2}.", names,
                             preview(plan.rules, kLongestPath),
                             preview(another.rules, kLongestPath)));
  if (first.second.shard.of != other.second.shard.of || plan_json(plan) != plan_json(another))
    throw InputError(message("{} are not parts of the same class.", names));
}

}  // namespace

Gradebook merged_parts(const std::vector<std::pair<std::string, JournalContent>>& parts) {
  const auto& [first_path, first] = parts.front();
  for (const auto& part : parts) require_same_class(parts.front(), part);
  Gradebook book{first.plan, {}};
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    for (const AskedExercise& exercise : book.plan.exercises) {
      const Mark* found = nullptr;
      for (const auto& [path, part] : parts)
        if (const auto mark = part.marks.find({book.plan.students[i].id, exercise.id});
            mark != part.marks.end()) {
          if (found && mark_json(*found) != mark_json(mark->second))
            throw InputError(message(
                "{0} has a different mark for {1} in {2} than in an earlier part.",
                preview(book.plan.students[i].id, 80), exercise.id, preview(path, kLongestPath)));
          found = &mark->second;
        }
      if (!found)
        throw InputError(message("the mark of {0} for {1} is missing. It belongs to part {2}/{3}.",
                                 preview(book.plan.students[i].id, 80), exercise.id,
                                 i % first.shard.of + 1, first.shard.of),
                         {message("Grade that part, or go on with it: {}", "--resume")});
      book.marks.push_back(*found);
    }
  return book;
}

}  // namespace attn
