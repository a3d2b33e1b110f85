#include "grading/marking/merged_parts.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

JournalContent part(std::size_t number, const std::string& rules = "same") {
  JournalContent content{.shard = {number, 2}};
  content.plan = {.course = "attn", .rules = rules};
  content.plan.students = {{.id = "ana"}, {.id = "bob"}, {.id = "chi"}};
  content.plan.exercises = {{.id = "one"}, {.id = "two"}};
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* exercise : {"one", "two"})
      if (content.shard.has(i)) {
        const std::string student = content.plan.students[i].id;
        content.marks[{student, exercise}] = {.student = student, .exercise = exercise};
      }
  return content;
}

TEST_CASE("merged_parts: the order of the parts does not matter") {
  for (const bool is_turned : {false, true}) {
    const Gradebook book = is_turned ? merged_parts({{"b", part(2)}, {"a", part(1)}})
                                     : merged_parts({{"a", part(1)}, {"b", part(2)}});
    REQUIRE(book.marks.size() == 6);
    CHECK(book.mark(1, 0).student == "bob");
    CHECK(book.mark(2, 1).exercise == "two");
  }
}

TEST_CASE("merged_parts: a part that is missing is named") {
  CHECK_THROWS_MATCHES(merged_parts({{"a", part(1)}}), InputError,
                       Message("the mark of bob for one is missing. It belongs to part 2/2."));
}

TEST_CASE("merged_parts: a submission with two different marks is named") {
  JournalContent other = part(1);
  other.marks.begin()->second.reason = "another";
  CHECK_NOTHROW(merged_parts({{"a", part(1)}, {"c", part(1)}, {"b", part(2)}}));
  CHECK_THROWS_MATCHES(merged_parts({{"a", part(1)}, {"c", other}, {"b", part(2)}}), InputError,
                       Message("ana has a different mark for one in c than in an earlier part."));
}

TEST_CASE("merged_parts: parts of different classes or rules do not go together") {
  CHECK_THROWS_MATCHES(merged_parts({{"a", part(1)}, {"b", part(2, "other")}}), InputError,
                       Message("a and b were graded under different rules: same; other."));
  JournalContent other = part(2);
  other.plan.students.pop_back();
  CHECK_THROWS_MATCHES(merged_parts({{"a", part(1)}, {"b", other}}), InputError,
                       Message("a and b are not parts of the same class."));
}

}  // namespace
}  // namespace attn
