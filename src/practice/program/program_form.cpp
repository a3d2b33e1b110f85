#include "practice/program/program_form.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/notation/plain_number.hpp"
#include "practice/program/contract.hpp"

namespace attn {
namespace {

// A matrix of JSON that is too wide for a page, a line for each of its rows.
void append_value(CodeBlock& block, std::string value) {
  constexpr std::size_t kWidest = 75;  // of 80 columns, where blocks are indented
  if (value.size() > kWidest) {
    const std::string indent(value.find("[[") + 1, ' ');
    for (std::size_t end = 0; (end = value.find("],[")) != std::string::npos;) {
      block.lines.push_back(value.substr(0, end + 2));
      value.replace(0, end + 2, indent);
    }
  }
  block.lines.push_back(value);
}

// The lines of a request or a reply; of one long line of JSON, a line for each of its values.
CodeBlock block_of(const std::string& text, Contract contract) {
  CodeBlock block;
  if (contract == Contract::tokens) {
    block.lines = split(trimmed(text), '\n');
    return block;
  }
  std::string line;
  int depth = 0;
  for (const char c : trimmed(text)) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    line += c;
    if (c == ',' && depth == 1) {
      append_value(block, line);
      line = " ";
    }
  }
  append_value(block, line);
  return block;
}

std::string limits_text(const Program& program) {
  return message(
      "Each request is a run of its own, with at most {0} s of computing and {1} MiB of "
      "memory. Standard error is yours: it is shown when a check fails.",
      plain_number(program.limits.cpu_seconds), program.limits.memory_bytes >> 20);
}

}  // namespace

Document program_form(const Worksheet& numbers) {
  const Exercise& exercise = numbers.exercise();
  const Program& program = *exercise.program;
  Document page;
  page.pieces.emplace_back(Heading{translated("What your program reads"), 2});
  page.pieces.emplace_back(block_of(request_text(numbers), program.contract));
  page.pieces.emplace_back(Heading{translated("What it prints"), 2});
  page.pieces.emplace_back(block_of(example_reply(numbers), program.contract));
  for (const Field& field : exercise.fields)
    page.pieces.emplace_back(LabelledLine{field.name, field.ask.here()});
  page.pieces.emplace_back(Heading{translated("What is checked"), 2});
  for (const ProgramCheck& check : program.checks)
    page.pieces.emplace_back(LabelledLine{check.name, check.title.here()});
  page.pieces.emplace_back(Paragraph{limits_text(program)});
  return page;
}

}  // namespace attn
