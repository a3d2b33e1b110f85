#include "practice/report/standing.hpp"

#include "support/catch.hpp"

using namespace attn;
using State = ExerciseProgress::State;

namespace {

// Exercises a, b and c, in the states given.
struct Three {
  Three(State a, State b, State c, const std::string& latest) {
    for (const char* id : {"a", "b", "c"}) course.exercises.push_back({.id = id});
    progress.exercises = {{"a", {.state = a}}, {"b", {.state = b}}, {"c", {.state = c}}};
    progress.latest = latest;
  }

  std::string next() const {
    const Standing standing(course, progress);
    const Exercise* const found = standing.next();
    return found ? found->id : "";
  }

  std::string next_after(const std::string& id, bool in_variants = false) const {
    const Standing standing(course, progress);
    const Exercise* const found = standing.next_after(id, in_variants);
    return found ? found->id : "";
  }

  Course course;
  Progress progress;
};

}  // namespace

TEST_CASE("Standing: the latest comes next while it is open", "[practice][standing]") {
  CHECK(Three(State::untouched, State::started, State::untouched, "b").next() == "b");
  CHECK(Three(State::untouched, State::passed, State::untouched, "b").next() == "c");
  CHECK(Three(State::untouched, State::passed, State::passed, "c").next() == "a");
  CHECK(Three(State::untouched, State::untouched, State::untouched, "").next() == "a");
}

TEST_CASE("Standing: what was begun comes before what is new", "[practice][standing]") {
  CHECK(Three(State::started, State::passed, State::untouched, "b").next() == "a");
  CHECK(Three(State::started, State::untouched, State::skipped, "c").next() == "a");
  CHECK(Three(State::started, State::untouched, State::started, "b").next() == "b");
  CHECK(Three(State::untouched, State::passed, State::started, "b").next_after("b") == "c");
  CHECK(Three(State::started, State::started, State::untouched, "b").next_after("b") == "a");
}

TEST_CASE("Standing: what was skipped comes last, then nothing", "[practice][standing]") {
  CHECK(Three(State::skipped, State::passed, State::started, "b").next() == "c");
  CHECK(Three(State::passed, State::skipped, State::passed, "c").next() == "b");
  CHECK(Three(State::passed, State::passed, State::passed, "c").next().empty());
}

TEST_CASE("Standing: after one that is left comes another", "[practice][standing]") {
  const Three three(State::started, State::untouched, State::skipped, "a");
  CHECK(three.next_after("a") == "b");
  CHECK(three.next_after("b") == "a");
  CHECK(three.next_after("c") == "a");
  CHECK(three.next_after("not in the course") == "a");
  CHECK(three.next_after("a", true).empty());
  CHECK(Three(State::started, State::passed, State::skipped, "a").next_after("a") == "c");
  CHECK(Three(State::started, State::passed, State::passed, "a").next_after("a").empty());
}

TEST_CASE("Standing: an exercise without progress is untouched", "[practice][standing]") {
  Three three(State::passed, State::passed, State::passed, "a");
  three.progress.exercises.erase("c");
  Standing standing(three.course, three.progress);
  CHECK(standing.count(State::passed) == 2);
  CHECK(standing.count(State::untouched) == 1);
  standing.take_as_passed("c");
  CHECK(standing.count(State::passed) == 3);
  CHECK(standing.latest == "c");
}
