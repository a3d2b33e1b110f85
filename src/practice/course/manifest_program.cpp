#include "practice/course/manifest_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/toml/toml.hpp"
#include "practice/course/manifest_fields.hpp"
#include "practice/recipe/dependencies.hpp"

namespace attn {
namespace {

constexpr double kMiB = 1 << 20;

double limit_of(const TomlItem& value, double most) {
  const double number = value.number();
  if (!(number > 0.0) || number > most)
    value.refuse(message("a limit is a number above 0 and at most {}.", most));
  return number;
}

Limits read_limits(const TomlItem& value) {
  constexpr double kMostSeconds = 600.0, kMostMiB = 65536.0, kMostThreads = 4096.0;
  TomlTable table(value);
  Limits limits;
  const auto seconds = [&](const char* key, double& into) {
    if (const auto found = table.find(key)) into = limit_of(*found, kMostSeconds);
  };
  const auto bytes = [&](const char* key, std::uint64_t& into) {
    if (const auto found = table.find(key))
      into = static_cast<std::uint64_t>(limit_of(*found, kMostMiB) * kMiB);
  };
  seconds("wall", limits.wall_seconds);
  seconds("cpu", limits.cpu_seconds);
  bytes("memory", limits.memory_bytes);
  bytes("output", limits.output_bytes);
  bytes("file", limits.file_bytes);
  bytes("scratch", limits.scratch_bytes);
  if (const auto threads = table.find("threads"))
    limits.n_threads = static_cast<unsigned>(limit_of(*threads, kMostThreads));
  table.finish();
  return limits;
}

ProgramLanguage read_language(const std::string& extension, const TomlItem& value) {
  if (value.is_list_of_texts()) return {.extension = extension, .build = {}, .run = value.words()};
  TomlTable table(value);
  ProgramLanguage language{.extension = extension, .build = table.need("build").words(), .run = {}};
  language.run = table.need("exec").words();
  table.finish();
  return language;
}

void require_given(const TomlItem& value, const Exercise& exercise, const std::string& name) {
  if (std::find(exercise.given.begin(), exercise.given.end(), name) != exercise.given.end()) return;
  value.refuse(message("{0} is not given. Given are: {1}.", preview(name), listed(exercise.given)));
}

// The names in a table { name = "other name" }, of which the second must be defined.
std::map<std::string, std::string> read_pairs(const TomlItem& value, const Exercise& exercise) {
  std::map<std::string, std::string> pairs;
  for (const auto& [name, item] : TomlTable(value).all()) {
    const std::string other = item.text();
    if (!exercise.definitions.contains(other))
      item.placed([&]() -> int { refuse_missing_name(exercise.definitions, other); });
    pairs.emplace(name, other);
  }
  return pairs;
}

Definitions read_case(const TomlItem& value, const Exercise& exercise) {
  Definitions drawn;
  for (const auto& [name, each] : TomlTable(value).all()) {
    require_given(each, exercise, name);
    drawn.emplace(name, plain_definition(each));
  }
  return drawn;
}

void read_unchanged(TomlTable& table, const Exercise& exercise, ProgramCheck& check) {
  const TomlItem change = table.need("change"), same = table.need("same");
  check.looks = ProgramCheck::Looks::unchanged;
  check.change = read_pairs(change, exercise);
  for (const auto& [name, other] : check.change) require_given(change, exercise, name);
  check.same = read_pairs(same, exercise);
  for (const auto& [name, other] : check.same)
    if (!exercise.find_field(name))
      same.refuse(message("there is no [[field]] {}.", preview(name)));
}

std::vector<std::string> read_after(const TomlItem& value,
                                    const std::vector<ProgramCheck>& before) {
  std::vector<std::string> after = value.different_words();
  for (const std::string& name : after)
    if (std::none_of(before.begin(), before.end(),
                     [&name](const ProgramCheck& check) { return check.name == name; }))
      value.refuse(message("no check {} stands before this one.", preview(name)));
  return after;
}

ProgramCheck read_check(TomlTable& table, const Exercise& exercise,
                        const std::vector<ProgramCheck>& before) {
  ProgramCheck check;
  check.place = place_of(table.self());
  const TomlItem name = table.need("name");
  check.name = name.text();
  if (!is_name(check.name))
    name.refuse(message("{} cannot be the name of an answer: use letters, digits and _.",
                        preview(check.name)));
  for (const ProgramCheck& other : before)
    if (other.name == check.name) name.refuse(message("the name {} is there twice.", check.name));
  check.title = table.need("title").local_text();
  if (const auto after = table.find("after")) check.after = read_after(*after, before);
  check.points = read_points(table);
  if (const auto only_shape = table.find("only_shape"); only_shape && only_shape->truth())
    check.looks = ProgramCheck::Looks::shape;
  for (const TomlItem& each : table.need("cases").list())
    check.cases.push_back(read_case(each, exercise));
  if (table.find("change")) read_unchanged(table, exercise, check);
  table.finish();
  return check;
}

}  // namespace

Program read_program(TomlTable& manifest, const Exercise& exercise) {
  for (const Field& field : exercise.fields)
    if (!field.has_cells() && field.kind != FieldKind::list)
      manifest.self().refuse(
          message("{}: a program replies with numbers, matrices, masks or lists.", field.name));
  const auto found = manifest.find("program");
  if (!found) manifest.self().refuse(message("{} is missing.", "[program]"));
  TomlTable table(*found);
  Program program;
  program.contract = one_of(table.need("contract"), kContracts);
  for (const auto& [extension, value] : TomlTable(table.need("run")).all())
    program.languages.push_back(read_language(extension, value));
  if (const auto limits = table.find("limits")) program.limits = read_limits(*limits);
  table.finish();
  if (const auto given = manifest.find("given"))
    for (const auto& [name, value] : TomlTable(*given).all())
      if (value.value->number()) program.single_numbers.insert(name);
  for (TomlTable& check : manifest.tables("check"))
    program.checks.push_back(read_check(check, exercise, program.checks));
  if (program.checks.empty()) manifest.self().refuse(message("{} is missing.", "[[check]]"));
  return program;
}

std::optional<std::uint64_t> add_hidden_checks(std::string_view toml, const std::string& source,
                                               const std::vector<std::string>& languages,
                                               Exercise& exercise) {
  const TomlValue tree = read_toml(toml, source);
  TomlTable table({&tree, source, "", &languages});
  std::optional<std::uint64_t> seed;
  if (const auto value = table.find("seed"))
    seed = static_cast<std::uint64_t>(value->whole(0, std::numeric_limits<int>::max()));
  std::vector<ProgramCheck>& checks = exercise.program->checks;
  for (TomlTable& check : table.tables("check")) {
    checks.push_back(read_check(check, exercise, checks));
    checks.back().is_hidden = true;
  }
  table.finish();
  return seed;
}

}  // namespace attn
