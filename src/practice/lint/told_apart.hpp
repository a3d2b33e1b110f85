#pragma once

#include <optional>
#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "practice/recipe/worksheet.hpp"

namespace attn {

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
    std::string taken_for{};            // where it was not recognised
    bool is_recognised = false;         // with some numbers
    std::vector<std::string> beside{};  // told together with it, each time that it was told

    bool is_complete() const { return is_recognised && beside.empty(); }
    void see(const std::optional<FieldResult>& seen);
  };

  bool has_complete_twin(const Proof& proof) const;

  const Exercise& exercise_;
  std::vector<Proof> proofs_;
};

}  // namespace attn
