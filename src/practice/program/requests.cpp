#include "practice/program/requests.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/program/contract.hpp"

namespace attn {

Worksheet numbers_of_case(const Exercise& exercise, const ProgramCheck& check, std::size_t number,
                          std::uint64_t variant) {
  return Worksheet::of_request(exercise, check.cases[number - 1],
                               fmt::format("{}.{}", check.name, number), variant);
}

const ProgramCheck& check_named(const Exercise& exercise, const std::string& name) {
  std::vector<std::string> names;
  for (const ProgramCheck& check : exercise.program->checks) {
    if (check.name == name) return check;
    names.push_back(check.name);
  }
  throw InputError(
      message("there is no check {0}. The checks are: {1}.", preview(name), listed(names)));
}

void require_case(const ProgramCheck& check, std::size_t number) {
  if (number < 1 || number > check.cases.size())
    throw InputError(
        message("{0} has the cases {0}.1 to {0}.{1}.", check.name, check.cases.size()));
}

std::string request_of(const Exercise& exercise, const std::string& check, std::size_t number,
                       std::uint64_t variant) {
  const ProgramCheck& named = check_named(exercise, check);
  require_case(named, number);
  return request_text(numbers_of_case(exercise, named, number, variant));
}

}  // namespace attn
