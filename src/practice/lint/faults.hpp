#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/lint.hpp"

namespace attn {

/// Collects what is wrong with one exercise, each fault once and with its place in the manifest. Of
/// a mistake or reading, the first fault is told alone: the others mostly follow from it.
class ExerciseFaults {
 public:
  ExerciseFaults(LintReport& report, const Exercise& exercise);

  void add(const std::string& text);
  void add(Place place, const std::string& text);
  void add(const Alternative& alternative, const std::string& text);

  /// Takes the fault of an alternative for told.
  void mark(const Alternative& alternative) { marked_.insert(&alternative); }
  bool is_marked(const Alternative& alternative) const { return marked_.contains(&alternative); }

  /// Where a name is defined, or what is asked for.
  Place place_of(const std::string& name) const;
  Place place_of(const Field& field) const { return place_of(field.name); }

 private:
  LintReport& report_;
  const Exercise& exercise_;
  std::set<const Alternative*> marked_;
  std::set<std::string> told_;
};

/// Computes everything that an exercise defines, with its own numbers. What cannot be computed is
/// a fault, and not what depends on it. Whether all of it can be.
bool lint_values(const Exercise& exercise, ExerciseFaults& faults);

/// Looks over what an exercise asks for, with its own numbers and with those of `n_variants`
/// variants: the truth is finite and passes as people write it; every mistake and reading that may
/// not coincide is told where it first shows; every other one is told with some numbers, and not
/// together with the same other one each time, for which more variants are tried where they are
/// needed. How many of the `n_variants` could be looked at.
std::uint64_t lint_numbers(const Exercise& exercise, std::uint64_t n_variants,
                           ExerciseFaults& faults);

/// Looks over the requests that a program is tried with: every right reply can be computed and is
/// finite, what must stay has the shape of the reply, every mistake gives another reply somewhere,
/// and no two that may not coincide give the same ones everywhere. There is a template and a
/// solution for every language. Nothing is run.
void lint_requests(const Exercise& exercise, ExerciseFaults& faults);

/// What is wrong with a mistake or a reading, as a sentence.
struct AlternativeFault {
  const Alternative* alternative = nullptr;
  std::string text;  ///< translated
};

/// The proof that a learner can be told each mistake and each reading of an exercise: with some
/// numbers its answer is judged as that one, and not together with the very same other one each
/// time. Those of the same sentence count as one, since a learner reads it once.
///
/// The exercise must live at least as long.
class ToldApart {
 public:
  explicit ToldApart(const Exercise& exercise);

  /// Tries what is not proven yet with these numbers, where it first shows.
  void try_with(const Worksheet& worksheet);

  bool is_complete() const;

  /// Of what could not be proven; two that give the same each time are named once.
  std::vector<AlternativeFault> faults() const;

 private:
  // What was seen of one of them.
  struct Proof {
    const Alternative* alternative = nullptr;
    const Field* field = nullptr;       // at which it shows; null as long as it does not
    std::string mistaken_for{};         // where it was not recognised
    bool is_recognised = false;         // with some numbers
    std::vector<std::string> beside{};  // told together with it, each time that it was told

    bool is_complete() const { return is_recognised && beside.empty(); }
    void see(const std::optional<FieldResult>& seen);
  };

  bool has_complete_twin(const Proof& proof) const;

  const Exercise& exercise_;
  std::vector<Proof> proofs_;
};

/// An answer as a person writes it: rounded to the digits that the tolerance leaves room for.
arma::mat written(const Field& field, const arma::mat& answer);

/// What the judging says of the answers that hold under an alternative, or, without one, of the
/// truth: the result of every field up to `last`, that one included. The answers are exact, or as
/// they would be written.
std::vector<FieldResult> tried_answers(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, const Field& last,
                                       bool as_written);

/// Answers of one worksheet's alternatives, as people write them. What comes before a wrong answer
/// is right in most of them, and then judged once.
///
/// The exercise must live at least as long.
class TriedAnswers {
 public:
  TriedAnswers(const Exercise& exercise, const Worksheet& worksheet);

  /// What the judging says of the first answer of an alternative that is not right, be it in its
  /// shape alone; nothing where all of them are. It has the digits that the tolerance leaves room
  /// for, or all of them.
  std::optional<FieldResult> first_wrong(const Alternative& alternative, bool as_written) const;

  /// The same after an answer in an accepted reading: some mistakes are made only by those who
  /// answered so before.
  std::optional<FieldResult> first_wrong_after(const Alternative& reading,
                                               const Alternative& alternative) const;

 private:
  std::vector<FieldResult> before(const Alternative& alternative, const Field& last) const;
  bool answers_rightly_before(const Alternative& alternative, const Field& last) const;

  const Exercise& exercise_;
  const Worksheet worksheet_;
  std::vector<FieldResult> right_;  ///< the truth, judged
};

/// Whether a judgement names an alternative, be it among others that give the same.
bool is_named_in(const FieldResult& result, const Alternative& alternative);

/// The same, with its verdict: that of an accepted reading, or of a mistake.
bool is_told(const Alternative& alternative, const FieldResult& result);

/// The name of what a judgement takes an answer for, or else its verdict.
std::string taken_for(const FieldResult& result);

}  // namespace attn
