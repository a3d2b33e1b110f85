#include "practice/lint/told_apart.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/message.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/tried_answer.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

// The names of those that are told with another sentence together with an alternative.
std::vector<std::string> told_beside(const Alternative& alternative, const FieldResult& result) {
  std::vector<std::string> names;
  for (const Alternative* one : result.shown)
    if (one->name != alternative.name &&
        text_of_misconception(*one) != text_of_misconception(alternative))
      names.push_back(one->name);
  return names;
}

}  // namespace

ToldApart::ToldApart(const Exercise& exercise) : exercise_(exercise) {
  for (const Alternative& alternative : exercise.alternatives)
    proofs_.push_back({.alternative = &alternative});
}

void ToldApart::Proof::see(const std::optional<FieldResult>& seen) {
  if (!seen) return;
  const FieldResult& result = *seen;
  field = result.field;
  const bool has_verdict =
      alternative->accepted ? result.verdict == FieldVerdict::accepted : result.is_slip();
  if (!has_verdict || !is_named_in(result, *alternative)) {
    taken_for =
        result.alternative.empty() ? name_in(kFieldVerdicts, result.verdict) : result.alternative;
    return;
  }
  const std::vector<std::string> others = told_beside(*alternative, result);
  if (!std::exchange(is_recognised, true)) {
    beside = others;
    return;
  }
  std::erase_if(beside, [&others](const std::string& name) {
    return std::find(others.begin(), others.end(), name) == others.end();
  });
}

void ToldApart::try_with(const Worksheet& worksheet) {
  const TriedAnswers tried(exercise_, worksheet);
  for (Proof& proof : proofs_) {
    const Alternative& one = *proof.alternative;
    if (!applies(one, worksheet)) continue;
    for (const bool as_written : {true, false})
      if (!proof.is_complete()) proof.see(tried.first_wrong(one, as_written));
    for (const Alternative& reading : exercise_.alternatives)
      if (reading.accepted && &reading != &one && !proof.is_complete())
        proof.see(tried.first_wrong_after(reading, one));
  }
}

bool ToldApart::is_complete() const {
  return std::all_of(proofs_.begin(), proofs_.end(),
                     [](const Proof& proof) { return proof.is_complete(); });
}

// Of the recipes that a stage has for one mistake, one is enough: it knows nothing of the numbers.
bool ToldApart::has_complete_twin(const Proof& proof) const {
  const Alternative& one = *proof.alternative;
  return std::any_of(proofs_.begin(), proofs_.end(), [&one](const Proof& other) {
    return other.is_complete() && other.alternative->name == one.name &&
           other.alternative->place == one.place && one.place.line > 0;
  });
}

std::vector<AlternativeFault> ToldApart::faults() const {
  std::vector<AlternativeFault> faults;
  std::set<std::set<std::string>> named;
  for (const Proof& proof : proofs_) {
    const std::string& name = proof.alternative->name;
    if (proof.is_complete() || has_complete_twin(proof)) continue;
    if (proof.field == nullptr) {
      faults.push_back({proof.alternative,
                        message("{} gives the right answer everywhere, whatever the numbers. Leave "
                                "it out; one of a [[stage]] is named under except.",
                                name)});
    } else if (!proof.is_recognised) {
      faults.push_back(
          {proof.alternative,
           message("the answer of {0} to {1} is never recognised: it is taken for {2}.", name,
                   proof.field->name, proof.taken_for)});
    } else if (named.insert({name, proof.beside.front(), proof.field->name}).second) {
      faults.push_back({proof.alternative,
                        message("{0} and {1} give the same answer to {2} in all variants: make "
                                "them one, whose sentence names both.",
                                name, proof.beside.front(), proof.field->name)});
    }
  }
  return faults;
}

}  // namespace attn
